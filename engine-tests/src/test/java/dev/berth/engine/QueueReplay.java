package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.plugins.prioritysort.PrioritySort;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueSort;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.TestContext;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Applies operations in text form to a queue, and returns the moves of pods.
///
/// A line is the time in nanoseconds, the operation, and `plugin/pod` for every positive hint:
///
/// ```
/// 17 add p3 2 gated
/// 18 event NodeAdd A/p1 Gate/p3
/// ```
final class QueueReplay {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_000_000 * SECOND;

    private final SchedulingQueue queue;
    private final Map<String, Pod> pods = new HashMap<>();
    private final Map<String, QueuedPod> taken = new HashMap<>();
    private Map<String, String> places = new TreeMap<>();

    QueueReplay() {
        var profile = ProfileSpec.named("default-scheduler").with("Gate", new Gate());
        for (String name : List.of("A", "B", "C", "D")) {
            profile.with(name, new Hinting(name));
        }
        QueueSort sort = new PrioritySort();
        profile.with("PrioritySort", sort);
        profile.with("DefaultBinder", (Bind) placement -> BindVerdict.BOUND);
        queue =
                new SchedulingQueue(
                        new Profiles(List.of(profile.build()), (spec, plugin) -> new TestContext()),
                        Backoff.DEFAULT,
                        Duration.ofSeconds(25),
                        pod -> false,
                        PluginRunner.unmeasured(Log.NONE),
                        Log.NONE,
                        START);
    }

    /// Rejects the pods that the lines name, and registers for given events.
    private record Hinting(String name) implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.SKIP;
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            QueueingHints.QueueingHint hint =
                    (unschedulable, change) -> saysYes(name, unschedulable, change);
            switch (name) {
                case "A" -> {
                    hints.on(ClusterEvent.NODE, ClusterEvent.ADD, hint);
                    hints.on(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT);
                }
                case "B" -> {
                    hints.on(
                            ClusterEvent.NODE,
                            ClusterEvent.ADD
                                    | ClusterEvent.UPDATE_NODE_LABEL
                                    | ClusterEvent.UPDATE_NODE_TAINT,
                            hint);
                    hints.on(ClusterEvent.POD, ClusterEvent.DELETE, hint);
                }
                case "C" ->
                        hints.on(
                                ClusterEvent.POD,
                                ClusterEvent.UPDATE_POD_LABEL | ClusterEvent.UPDATE_POD_TOLERATION,
                                hint);
                default -> hints.on(ClusterEvent.POD, ClusterEvent.ALL, hint);
            }
        }
    }

    private record Gate() implements PreEnqueue, EnqueueExtensions {
        @Override
        public Verdict preEnqueue(Pod pod) {
            return pod.spec().schedulingGates().isEmpty()
                    ? Verdict.PASS
                    : Reject.unresolvable("gated");
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            QueueingHints.QueueingHint hint =
                    (unschedulable, change) -> saysYes("Gate", unschedulable, change);
            hints.on(ClusterEvent.POD, ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED, hint);
            hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_TAINT, hint);
        }
    }

    private static boolean saysYes(String plugin, Pod unschedulable, ObjectChange change) {
        KubeObject object = change.after().or(change::before).orElseThrow();
        String yes = object.meta().annotations().getOr("yes", "");
        return List.of(yes.split(" ")).contains(plugin + "/" + unschedulable.name());
    }

    /// Applies a line; returns the resulting moves as `pod=queue attempts`, or `-`.
    String apply(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        long now = START + Long.parseLong(words.removeFirst());
        String what = words.removeFirst();
        String name = words.isEmpty() ? "" : words.removeFirst();
        switch (what) {
            case "add" -> {
                Pod pod = podOf(name, words);
                pods.put(name, pod);
                queue.add(pod, now);
            }
            case "update" -> {
                Pod before = known(name);
                Pod after = podOf(name, words);
                pods.put(name, after);
                queue.update(before, after, UpdateEvents.ofPod(before, after), now);
            }
            case "delete" -> {
                pods.remove(name);
                queue.delete(name);
            }
            case "activate" -> queue.activate(List.of(known(name)), now);
            case "pop" -> {
                QueuedPod next = queue.pop(now).orElse(null);
                String got = next == null ? "none" : next.pod().name();
                if (!got.equals(name)) {
                    return "popped " + got;
                }
                if (next != null) {
                    taken.put(name, next);
                }
            }
            case "done" -> {
                taken.remove(name);
                pods.remove(name);
                queue.done(name);
            }
            case "back" -> {
                QueuedPod pod = Objects.requireNonNull(taken.remove(name));
                pod.unschedulablePlugins().clear();
                pod.unschedulablePlugins().addAll(plugins(words.getFirst()));
                pod.pendingPlugins().clear();
                pod.pendingPlugins().addAll(plugins(words.getLast()));
                queue.addUnschedulableIfNotPresent(pod, known(name), now);
            }
            case "event" -> report(name, words, now);
            case "ticks" -> {
                for (int i = 0; i < Integer.parseInt(name); i++) {
                    queue.flushDue(now + i * SECOND);
                }
            }
            default -> throw new IllegalArgumentException(line);
        }
        return moved();
    }

    private void report(String event, List<String> yes, long now) {
        Node node = node("n").annotation("yes", String.join(" ", yes)).build();
        switch (event) {
            case "NodeAdd" -> queue.moveAll(ClusterEvent.NODE_ADD, ObjectChange.added(node), now);
            case "NodeDelete" ->
                    queue.moveAll(ClusterEvent.NODE_DELETE, ObjectChange.removed(node), now);
            case "NodeLabel" -> update(ClusterEvent.UPDATE_NODE_LABEL, node, now);
            case "NodeTaint" -> update(ClusterEvent.UPDATE_NODE_TAINT, node, now);
            default -> {
                // The deletion of a pod, told to those up to this priority.
                int priority = Integer.parseInt(event);
                Pod gone = pod("gone").annotation("yes", String.join(" ", yes)).build();
                queue.moveAll(
                        ClusterEvent.ASSIGNED_POD_DELETE,
                        ObjectChange.removed(gone),
                        each -> each.spec().priority() <= priority,
                        now);
            }
        }
    }

    private void update(int action, Node node, long now) {
        var event = ClusterEvent.of(ClusterEvent.NODE, action);
        queue.moveAll(event, ObjectChange.updated(node, node), now);
    }

    /// A pod from its priority, its label, its number of tolerations, and more words.
    static Pod podOf(String name, List<String> words) {
        PodBuilder pod =
                pod(name)
                        .uid(name)
                        .priority(Integer.parseInt(words.get(0)))
                        .label("x", words.get(1));
        for (int i = 0; i < Integer.parseInt(words.get(2)); i++) {
            pod.toleration("k" + i, "Exists", "", "");
        }
        List<String> more = words.subList(3, words.size());
        if (more.contains("gated")) {
            pod.gate("g");
        }
        return pod.annotation("yes", String.join(" ", more)).build();
    }

    /// A pod as it is outside the queue.
    Pod known(String name) {
        return Objects.requireNonNull(pods.get(name));
    }

    private static Set<String> plugins(String list) {
        return list.equals("-") ? Set.of() : Set.of(list.split(","));
    }

    private String moved() {
        Map<String, String> now = places();
        var moved = new ArrayList<String>();
        now.forEach((name, place) -> {
            if (!place.equals(places.get(name))) {
                moved.add(name + "=" + place);
            }
        });
        for (String name : places.keySet()) {
            if (!now.containsKey(name)) {
                moved.add(name + "=gone");
            }
        }
        places = now;
        return moved.isEmpty() ? "-" : String.join(", ", moved);
    }

    /// Where every pod is, and how often it was taken.
    Map<String, String> places() {
        var all = new TreeMap<String, String>();
        for (QueuedPod pod : queue.all()) {
            String place = pod.gated() ? "gated" : pod.queueName().label();
            String kind = pod.queueName() == QueueName.ERROR_BACKOFF ? "error " : "";
            all.put(pod.pod().name(), kind + place + " " + pod.attempts());
        }
        return all;
    }

    /// Moves into each queue by event, and what is kept for pods in flight.
    String totals() {
        return queue.incoming()
                + " "
                + queue.sizes().inFlight()
                + " "
                + queue.sizes().inFlightEvents();
    }
}
