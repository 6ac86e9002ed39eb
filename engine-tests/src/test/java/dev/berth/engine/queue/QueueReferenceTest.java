package dev.berth.engine.queue;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profiles;
import dev.berth.model.Pod;
import dev.berth.plugins.defaultbinder.DefaultBinder;
import dev.berth.plugins.prioritysort.PrioritySort;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Whatever the operations on a queue are, pods move as in the reference implementation: to the
/// same queue, in the same order, for the same reason, after the same calls of plugins.
class QueueReferenceTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final int RUNS = 100;
    private static final int STEPS = 250;
    private static final long SECOND = 1_000_000_000L;
    private static final Backoff BACKOFF = Backoff.DEFAULT;
    private static final Duration MAX_UNSCHEDULABLE = Duration.ofMinutes(5);
    private static final List<String> PROFILES = List.of("one", "two");
    private static final List<String> FILTERS = List.of("Deaf", "Fit", "Near", "Picky");
    private static final List<String> GATES = List.of("Door", "Gate");
    private static final Reject NO = Reject.unschedulable("no");

    private static final List<ClusterEvent> EVENTS =
            List.of(
                    ClusterEvent.NODE_ADD,
                    ClusterEvent.NODE_DELETE,
                    ClusterEvent.ASSIGNED_POD_ADD,
                    ClusterEvent.ASSIGNED_POD_DELETE,
                    ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT),
                    ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL),
                    ClusterEvent.of(ClusterEvent.ASSIGNED_POD, ClusterEvent.UPDATE_POD_LABEL),
                    ClusterEvent.of(ClusterEvent.ASSIGNED_POD, ClusterEvent.UPDATE),
                    ClusterEvent.of(
                            ClusterEvent.ASSIGNED_POD,
                            ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED),
                    ClusterEvent.of(ClusterEvent.STORAGE_CLASS, ClusterEvent.ADD));
    private static final List<ClusterEvent> UPDATES =
            List.of(
                    ClusterEvent.of(
                            ClusterEvent.TARGET_POD,
                            ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED),
                    ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_LABEL),
                    ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE));

    /// The events that each plugin registers for.
    private static final Map<String, List<ClusterEvent>> WANTED =
            Map.of(
                    "Deaf", List.of(),
                    "Fit",
                            List.of(
                                    ClusterEvent.of(ClusterEvent.POD, ClusterEvent.DELETE),
                                    ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.ADD)),
                    "Near",
                            List.of(
                                    ClusterEvent.of(
                                            ClusterEvent.POD,
                                            ClusterEvent.ADD
                                                    | ClusterEvent.DELETE
                                                    | ClusterEvent.UPDATE_POD_LABEL),
                                    ClusterEvent.of(
                                            ClusterEvent.NODE,
                                            ClusterEvent.ADD
                                                    | ClusterEvent.UPDATE_NODE_LABEL
                                                    | ClusterEvent.UPDATE_NODE_TAINT)),
                    "Picky",
                            List.of(
                                    ClusterEvent.of(ClusterEvent.POD, ClusterEvent.UPDATE),
                                    ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.DELETE)),
                    "Door", List.of(ClusterEvent.of(ClusterEvent.POD, ClusterEvent.DELETE)),
                    "Gate",
                            List.of(
                                    ClusterEvent.of(
                                            ClusterEvent.POD,
                                            ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED)));

    /// Plugins whose results depend on the arguments and on a state that both queues share, and a
    /// record of their calls.
    private static final class Oracle {
        final List<String> asked = new ArrayList<>();
        long variant;

        /// 0 to 7.
        int answer(String plugin, String about) {
            asked.add(plugin + " " + about);
            long mixed = (Objects.hash(plugin, about) * 31L + variant) * 0x9E3779B97F4A7C15L;
            return (int) (mixed >>> 61);
        }
    }

    private record Rejector(String name, Oracle oracle) implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> Verdict.PASS);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            register(name, oracle, hints);
        }
    }

    private record Gate(String name, Oracle oracle) implements PreEnqueue, EnqueueExtensions {
        @Override
        public Verdict preEnqueue(Pod pod) {
            int answer = oracle.answer(name, pod.uid());
            if (answer == 7) {
                throw new IllegalStateException("no idea");
            }
            return answer >= 5 || pod.spec().schedulingGates().contains(name) ? NO : Verdict.PASS;
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            register(name, oracle, hints);
        }
    }

    private static void register(String name, Oracle oracle, QueueingHints hints) {
        for (ClusterEvent event : WANTED.getOrDefault(name, List.of())) {
            hints.on(
                    event.resource(),
                    event.actions(),
                    (unschedulable, change) -> {
                        int answer =
                                oracle.answer(name + " at " + event.label(), unschedulable.uid());
                        if (answer == 7) {
                            throw new IllegalStateException("no idea");
                        }
                        return answer >= 5;
                    });
        }
    }

    private static Map<String, Map<String, Plugin>> plugins(Oracle oracle) {
        var profiles = new LinkedHashMap<String, Map<String, Plugin>>();
        for (String profile : PROFILES) {
            var plugins = new LinkedHashMap<String, Plugin>();
            GATES.forEach(name -> plugins.put(name, new Gate(name, oracle)));
            FILTERS.forEach(name -> plugins.put(name, new Rejector(name, oracle)));
            profiles.put(profile, plugins);
        }
        return profiles;
    }

    private static Profiles profiles(Oracle oracle) {
        var specs = new ArrayList<ProfileSpec>();
        plugins(oracle)
                .forEach((name, plugins) -> {
                    ProfileSpec.Builder profile = ProfileSpec.named(name);
                    plugins.forEach(profile::with);
                    specs.add(
                            profile.with(new PrioritySort.Provider())
                                    .with(new DefaultBinder.Provider())
                                    .build());
                });
        return new Profiles(specs, (spec, plugin) -> new TestContext());
    }

    /// A pod in the middle of an attempt, or of its binding.
    private record Taken(QueuedPod fast, ReferenceQueue.Entry slow) {}

    /// Both queues, and the operations on them.
    private static final class Queues {
        private final SplittableRandom random;
        private final Oracle fastOracle = new Oracle();
        private final Oracle slowOracle = new Oracle();
        private final SchedulingQueue fast;
        private final ReferenceQueue slow;
        private final Map<String, Pod> known = new TreeMap<>();
        private final List<Taken> taken = new ArrayList<>();
        private final List<Taken> binding = new ArrayList<>();
        private long now = 1_000 * SECOND;
        private int made;

        Queues(long seed) {
            random = new SplittableRandom(seed);
            fast =
                    new SchedulingQueue(
                            profiles(fastOracle),
                            BACKOFF,
                            MAX_UNSCHEDULABLE,
                            pod -> false,
                            PluginRunner.unmeasured(Log.NONE),
                            Log.NONE,
                            now);
            slow = new ReferenceQueue(plugins(slowOracle), BACKOFF, MAX_UNSCHEDULABLE, now);
        }

        String step() {
            if (random.nextInt(4) == 0) {
                fastOracle.variant = slowOracle.variant = random.nextLong();
            }
            return switch (random.nextInt(20)) {
                case 0, 1, 2, 3 -> add();
                case 4, 5 -> update();
                case 6 -> delete();
                case 7, 8, 9 -> event();
                case 10 -> activate();
                case 11, 12, 13, 14 -> next();
                case 15 -> endAttempt();
                case 16 -> endBinding();
                default -> fire();
            };
        }

        private String add() {
            Pod pod = random("pod-" + made++).scheduler(PROFILES.get(random.nextInt(2))).build();
            known.put(pod.uid(), pod);
            fast.add(pod, now);
            slow.add(pod, ClusterEvent.UNSCHEDULED_POD_ADD.label(), now);
            return "add " + pod.uid();
        }

        private PodBuilder random(String name) {
            PodBuilder pod = pod(name).priority(random.nextInt(4) == 0 ? random.nextInt(3) : 0);
            return random.nextInt(4) == 0 ? pod.gate(GATES.get(random.nextInt(2))) : pod;
        }

        private Optional<Pod> anyPod() {
            return known.isEmpty()
                    ? Optional.empty()
                    : known.values().stream().skip(random.nextInt(known.size())).findFirst();
        }

        private String update() {
            anyPod().ifPresent(this::update);
            return "update";
        }

        private void update(Pod before) {
            Pod after = random(before.name()).scheduler(before.spec().schedulerName()).build();
            var events = new ArrayList<ClusterEvent>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                events.add(UPDATES.get(random.nextInt(UPDATES.size())));
            }
            known.put(after.uid(), after);
            fast.update(before, after, events, now);
            slow.update(before, after, events, now);
        }

        private String delete() {
            anyPod().ifPresent(pod -> {
                known.remove(pod.uid());
                fast.delete(pod.uid());
                slow.delete(pod.uid());
            });
            return "delete";
        }

        private String event() {
            ClusterEvent event = EVENTS.get(random.nextInt(EVENTS.size()));
            ObjectChange change =
                    event.resource().equals(ClusterEvent.NODE)
                            ? ObjectChange.added(node("n").build())
                            : ObjectChange.removed(pod("running").on("n").build());
            int atMost = random.nextInt(3);
            Predicate<Pod> only = pod -> pod.spec().priority() <= atMost;
            fast.moveAll(event, change, only, now);
            slow.moveAll(event, change, only, now);
            return event.label();
        }

        private String activate() {
            var wanted = new ArrayList<Pod>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                anyPod().ifPresent(wanted::add);
            }
            fast.activate(wanted, now);
            slow.activate(wanted, now);
            return "activate";
        }

        private String next() {
            Optional<QueuedPod> one = fast.pop(now);
            Optional<ReferenceQueue.Entry> other = slow.pop(now);
            assertThat(one.map(QueuedPod::uid)).isEqualTo(other.map(entry -> entry.pod.uid()));
            if (one.isPresent() && other.isPresent()) {
                var pods = new Taken(one.get(), other.get());
                if (random.nextInt(4) == 0) {
                    taken.add(pods);
                } else {
                    end(pods);
                }
            }
            return "next";
        }

        private String endAttempt() {
            if (!taken.isEmpty()) {
                end(taken.remove(random.nextInt(taken.size())));
            }
            return "end of an attempt";
        }

        private void end(Taken pods) {
            String uid = pods.fast.uid();
            if (known.containsKey(uid) && random.nextInt(4) > 0) {
                putBack(pods);
                return;
            }
            fast.done(uid);
            slow.done(uid);
            Pod pod = known.get(uid);
            if (pod != null && random.nextBoolean()) {
                binding.add(pods);
                if (random.nextBoolean()) {
                    // Brings it back while it is being bound.
                    update(pod);
                }
            } else {
                known.remove(uid);
            }
        }

        private String endBinding() {
            if (!binding.isEmpty()) {
                Taken pods = binding.remove(random.nextInt(binding.size()));
                if (known.containsKey(pods.fast.uid()) && random.nextBoolean()) {
                    putBack(pods);
                }
            }
            return "end of a binding";
        }

        private void putBack(Taken pods) {
            pods.fast.unschedulablePlugins().clear();
            pods.fast.pendingPlugins().clear();
            pods.slow.unschedulable.clear();
            pods.slow.pending.clear();
            for (String plugin : FILTERS) {
                int answer = random.nextInt(6);
                if (answer < 2) {
                    pods.fast.unschedulablePlugins().add(plugin);
                    pods.slow.unschedulable.add(plugin);
                } else if (answer == 2) {
                    pods.fast.pendingPlugins().add(plugin);
                    pods.slow.pending.add(plugin);
                }
            }
            Pod latest = Objects.requireNonNull(known.get(pods.fast.uid()));
            fast.addUnschedulableIfNotPresent(pods.fast, latest, now);
            slow.addUnschedulableIfNotPresent(pods.slow, latest, now);
        }

        private String fire() {
            now +=
                    switch (random.nextInt(10)) {
                        case 0 -> 30 * SECOND;
                        case 1 -> 301 * SECOND;
                        case 2, 3 -> 0;
                        default -> random.nextLong(3 * SECOND);
                    };
            fast.flushDue(now);
            slow.flushDue(now);
            return "fire";
        }

        void compare(String where) {
            assertThat(described()).as(where).isEqualTo(expected());
            assertThat(fastOracle.asked).as(where).isEqualTo(slowOracle.asked);
            assertThat(fast.sizes()).as(where).isEqualTo(slow.sizes());
            assertThat(fast.incoming()).as(where).isEqualTo(slow.incoming());
            assertThat(fast.flushRequeues()).as(where).isEqualTo(slow.rescues());
            assertThat(fast.backoffDueNanos()).as(where).isEqualTo(slow.backoffDue());
            assertThat(fast.flushDueNanos()).as(where).isEqualTo(slow.flushDue());
            fastOracle.asked.clear();
            slowOracle.asked.clear();
        }

        private List<String> described() {
            return fast.all().stream()
                    .map(pod ->
                            "%s %s gate=%s %s %s attempts=%d %s"
                                    .formatted(
                                            pod.uid(),
                                            pod.queueName(),
                                            pod.gatingPlugin(),
                                            pod.unschedulablePlugins(),
                                            pod.pendingPlugins(),
                                            pod.attempts(),
                                            pod.moves()))
                    .toList();
        }

        private List<String> expected() {
            return slow.all().values().stream()
                    .map(entry ->
                            "%s %s gate=%s %s %s attempts=%d %s"
                                    .formatted(
                                            entry.pod.uid(),
                                            entry.place,
                                            entry.gate,
                                            entry.unschedulable,
                                            entry.pending,
                                            entry.attempts,
                                            entry.moves))
                    .toList();
        }
    }

    @Test
    void podsMoveAsInTheReferenceImplementation() {
        var seen = new TreeSet<String>();
        for (long seed = SEED; seed < SEED + RUNS; seed++) {
            var queues = new Queues(seed);
            for (int step = 0; step < STEPS; step++) {
                String done = queues.step();
                queues.compare("seed %d, step %d: %s".formatted(seed, step, done));
            }
            seen.addAll(queues.fast.incoming().keySet());
        }
        assertThat(seen)
                .as("moves that happened at all")
                .contains(
                        "active/AssignedPodDelete",
                        "active/BackoffComplete",
                        "active/ForceActivate",
                        "active/PopFromBackoffQ",
                        "active/ScheduleAttemptFailure",
                        "active/UnscheduledPodAdd",
                        "active/TargetPodUpdatePodSchedulingGatesEliminated",
                        "active/UnschedulableTimeout",
                        "backoff/NodeUpdateNodeTaint",
                        "backoff/ScheduleAttemptFailure",
                        "unschedulable/ScheduleAttemptFailure",
                        "unschedulable/UnscheduledPodAdd");
    }
}
