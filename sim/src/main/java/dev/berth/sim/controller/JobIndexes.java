package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// The completion indexes of an indexed job, and the format of `completedIndexes`: `1,3-5`.
final class JobIndexes {
    private static final Path LABEL = ControllerFields.LABELS.then(JobController.INDEX);
    private static final Path ANNOTATION = ControllerFields.ANNOTATIONS.then(JobController.INDEX);
    private static final Path CONTAINERS = ControllerFields.SPEC.then("containers");

    // The maximum number of completions of an indexed job.
    private static final int MAX = 100_000;

    private JobIndexes() {}

    /// The lowest `count` indexes that are neither active nor completed.
    static List<Long> free(ObjectVersion job, List<ObjectVersion> active, long count) {
        var free = new ArrayList<Long>();
        if (!JobController.indexed(job)) {
            return free;
        }
        NavigableSet<Long> taken =
                read(ControllerFields.STATUS.then("completedIndexes").text(job.json()));
        active.forEach(pod -> taken.add(Rollout.number(ANNOTATION.text(pod.json()), -1)));
        for (long index = 0; free.size() < count; index++) {
            if (!taken.contains(index)) {
                free.add(index);
            }
        }
        return free;
    }

    /// Adds the index to the pod and to the environment of its containers.
    static Json.Obj on(Json.Obj pod, ObjectVersion job, long index) {
        String text = Long.toString(index);
        Json.Obj numbered = LABEL.set(ANNOTATION.set(pod, text), text);
        numbered = Path.of("metadata", "generateName").set(numbered, job.name() + "-" + text + "-");
        numbered =
                ControllerFields.SPEC
                        .then("hostname")
                        .setIfAbsent(numbered, job.name() + "-" + text);
        var containers = new ArrayList<Json>();
        for (Json each : CONTAINERS.items(numbered)) {
            var variables = new ArrayList<>(Path.of("env").items(each));
            variables.add(
                    Json.Obj.EMPTY
                            .with("name", "JOB_COMPLETION_INDEX")
                            .with(
                                    "valueFrom",
                                    Json.Obj.of(
                                            "fieldRef",
                                            Json.Obj.of(
                                                    "fieldPath",
                                                    Json.of(
                                                            "metadata.labels['"
                                                                    + JobController.INDEX
                                                                    + "']")))));
            containers.add(((Json.Obj) each).with("env", new Json.Arr(variables)));
        }
        return CONTAINERS.set(numbered, new Json.Arr(containers));
    }

    /// Adds the index of a pod to the completed indexes.
    static String with(String done, Pod pod) {
        NavigableSet<Long> indexes = read(done);
        indexes.add(Rollout.number(pod.meta().annotations().getOr(JobController.INDEX, ""), 0));
        return written(indexes);
    }

    static long count(String done) {
        return read(done).size();
    }

    private static NavigableSet<Long> read(String text) {
        var indexes = new TreeSet<Long>();
        for (String part : text.split(",")) {
            int dash = part.indexOf('-');
            long first = Rollout.number(dash < 0 ? part : part.substring(0, dash), -1);
            long last = dash < 0 ? first : Rollout.number(part.substring(dash + 1), -1);
            for (long index = first; index >= 0 && index <= last && indexes.size() < MAX; index++) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    private static String written(NavigableSet<Long> indexes) {
        var text = new StringBuilder();
        long first = -1;
        long last = -1;
        for (long index : indexes) {
            if (first >= 0 && index == last + 1) {
                last = index;
                continue;
            }
            append(text, first, last);
            first = index;
            last = index;
        }
        append(text, first, last);
        return text.toString();
    }

    private static void append(StringBuilder text, long first, long last) {
        if (first < 0) {
            return;
        }
        text.append(text.isEmpty() ? "" : ",").append(first);
        if (last > first) {
            // Parity: two consecutive indexes are separated by a comma.
            text.append(last == first + 1 ? "," : "-").append(last);
        }
    }
}
