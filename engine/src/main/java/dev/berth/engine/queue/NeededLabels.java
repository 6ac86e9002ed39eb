package dev.berth.engine.queue;

import dev.berth.engine.profile.HintRunner;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.QueueingHints.NeededLabel;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The unschedulable pods of a group by the labels that an added object needs to help them, as far
/// as the hints of all plugins that rejected them name such labels.
final class NeededLabels {
    private final List<RejectionGroup.HintCall> hints;
    private final HintRunner runner;
    private final Map<NeededLabel, Set<QueuedPod>> byLabel = new HashMap<>();
    private final IdentityHashMap<QueuedPod, Set<NeededLabel>> labelsOf = new IdentityHashMap<>();

    /// The pods that any object can help.
    private final Set<QueuedPod> unconditional = identitySet();

    NeededLabels(List<RejectionGroup.HintCall> hints, HintRunner runner) {
        this.hints = hints;
        this.runner = runner;
    }

    private static Set<QueuedPod> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    void add(QueuedPod pod) {
        Optional<Set<NeededLabel>> labels = labelsFor(pod.pod, hints, runner);
        if (labels.isEmpty()) {
            unconditional.add(pod);
            return;
        }
        labelsOf.put(pod, labels.get());
        for (NeededLabel label : labels.get()) {
            byLabel.computeIfAbsent(label, each -> identitySet()).add(pod);
        }
    }

    /// The labels of which an object needs one to help the pod; empty if a hint names none.
    static Optional<Set<NeededLabel>> labelsFor(
            Pod pod, List<RejectionGroup.HintCall> hints, HintRunner runner) {
        if (hints.size() == 1) {
            return labelsFor(pod, hints.getFirst(), runner);
        }
        var all = new HashSet<NeededLabel>();
        for (RejectionGroup.HintCall hint : hints) {
            Optional<Set<NeededLabel>> labels = labelsFor(pod, hint, runner);
            if (labels.isEmpty()) {
                return labels;
            }
            all.addAll(labels.get());
        }
        return Optional.of(all);
    }

    private static Optional<Set<NeededLabel>> labelsFor(
            Pod pod, RejectionGroup.HintCall hint, HintRunner runner) {
        return runner.labelsOfAdded(hint.registration().plugin(), hint.registration().hint(), pod);
    }

    void remove(QueuedPod pod) {
        Set<NeededLabel> labels = labelsOf.remove(pod);
        if (labels == null) {
            unconditional.remove(pod);
            return;
        }
        for (NeededLabel label : labels) {
            Set<QueuedPod> pods = byLabel.get(label);
            if (pods != null && pods.remove(pod) && pods.isEmpty()) {
                byLabel.remove(label);
            }
        }
    }

    /// Adds the pods that an added object with these labels can help, in no order.
    void addTo(List<QueuedPod> list, Labels labels) {
        list.addAll(unconditional);
        if (byLabel.isEmpty()) {
            return;
        }
        Set<QueuedPod> found = Set.of();
        for (Map.Entry<String, String> label : labels) {
            Set<QueuedPod> pods =
                    byLabel.getOrDefault(
                            new NeededLabel(label.getKey(), label.getValue()), Set.of());
            if (found.isEmpty()) {
                found = pods;
            } else if (!pods.isEmpty()) {
                Set<QueuedPod> both = identitySet();
                both.addAll(found);
                both.addAll(pods);
                found = both;
            }
        }
        list.addAll(found);
    }
}
