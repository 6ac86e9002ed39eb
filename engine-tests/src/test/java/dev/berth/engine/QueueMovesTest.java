package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.queue.QueueName;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// How pending pods move between the queues, move by move.
class QueueMovesTest {
    private static final String UID = "default/web";

    /// Rejects every pod until the test changes it, and registers for given events.
    private static final class Gatekeeper implements Filter, EnqueueExtensions {
        private final Reject why;
        private final String resource;
        private final int actions;
        private final Predicate<Pod> helps;
        private boolean open;
        private int hintsAsked;

        Gatekeeper(Reject why, String resource, int actions, Predicate<Pod> helps) {
            this.why = why;
            this.resource = resource;
            this.actions = actions;
            this.helps = helps;
        }

        static Gatekeeper requeuedBy(String resource, int actions) {
            return new Gatekeeper(Reject.unschedulable("closed"), resource, actions, pod -> true);
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> open ? Verdict.PASS : why);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(
                    resource,
                    actions,
                    (unschedulable, change) -> {
                        hintsAsked++;
                        return helps.test(unschedulable);
                    });
        }
    }

    private static Rig unschedulable(Gatekeeper keeper) {
        Rig rig = Rig.with("Gatekeeper", keeper).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        return rig;
    }

    @Test
    void aNewPodBecomesActive() {
        Rig rig = Rig.plain();
        rig.loop().queue().add(pod("web").build(), rig.clock.nowNanos());
        assertThat(rig.place(UID)).isEqualTo(QueueName.ACTIVE);
        assertThat(rig.stats().incoming()).containsEntry("active/UnscheduledPodAdd", 1L);
    }

    @Test
    void podsOfOthersAreLeftAlone() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").scheduler("another"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.NONE);
        assertThat(rig.api.binds()).isEmpty();
    }

    @Test
    void higherPriorityGoesFirstAndEqualsInOrderOfArrival() {
        Rig rig = Rig.plain().nodes(node("n1").pods(1));
        rig.report(pod("low"))
                .report(pod("high-1").priority(10))
                .report(pod("high-2").priority(10))
                .settle();
        assertThat(rig.decisions.stream().map(d -> d.pod()).distinct())
                .containsExactly("default/high-1", "default/high-2", "default/low");
    }

    @Test
    void aGatedPodIsNeverTried() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").gate("a").gate("b"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        assertThat(rig.queued(UID).gatingPlugin()).isEqualTo("SchedulingGates");
        assertThat(rig.stats().queue().gated()).isEqualTo(1);
        assertThat(rig.stats().queue().unschedulable()).isZero();
        rig.nodes(node("n2")).advance(Duration.ofMinutes(6));
        assertThat(rig.decisions).isEmpty();
    }

    @Test
    void removingTheLastGateRequeuesAtOnce() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").gate("a").gate("b"));
        rig.pods(pod("web").gate("b").resourceVersion("2"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        rig.pods(pod("web").resourceVersion("3"));
        assertThat(rig.api.bound).containsEntry(UID, "n1");
        assertThat(rig.stats().queue().gated()).isZero();
    }

    @Test
    void aGatedPodThatIsDeletedLeavesNoTrace() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").gate("a")).gone(UID);
        assertThat(rig.stats().queue().gated()).isZero();
        assertThat(rig.stats().queue().unschedulable()).isZero();
    }

    @Test
    void aPreEnqueuePluginThatFailsGatesThePod() {
        PreEnqueue broken =
                pod -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.queued(UID).gatingPlugin()).isEqualTo("Broken");
    }

    @Test
    void anUnregisteredEventRequeuesNoPod() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig = unschedulable(keeper);
        rig.pods(pod("other").on("n1")).gone("default/other");
        assertThat(rig.decisions).hasSize(1);
        assertThat(keeper.hintsAsked).isZero();
    }

    @Test
    void anEventWithANegativeHintRequeuesNoPod() {
        var keeper =
                new Gatekeeper(
                        Reject.unschedulable("closed"),
                        ClusterEvent.NODE,
                        ClusterEvent.ADD,
                        pod -> false);
        Rig rig = unschedulable(keeper);
        rig.nodes(node("n2"));
        assertThat(keeper.hintsAsked).isEqualTo(1);
        assertThat(rig.decisions).hasSize(1);
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
    }

    @Test
    void anEventWhoseHintFailsRequeuesThePod() {
        var keeper =
                new Gatekeeper(
                        Reject.unschedulable("closed"),
                        ClusterEvent.NODE,
                        ClusterEvent.ADD,
                        pod -> {
                            throw new IllegalStateException("no idea");
                        });
        Rig rig = unschedulable(keeper);
        rig.nodes(node("n2"));
        assertThat(rig.decisions).hasSize(2);
    }

    @Test
    void aRequeuedPodIsPoppedFromBackoffWhenNoPodIsActive() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig = unschedulable(keeper);
        keeper.open = true;
        rig.nodes(node("n2"));
        assertThat(rig.api.bound).containsKey(UID);
        assertThat(rig.stats().incoming())
                .containsEntry("backoff/NodeAdd", 1L)
                .containsEntry("active/PopFromBackoffQ", 1L);
    }

    @Test
    void aRequeuedPodWaitsOutItsBackoffWhileOthersAreReady() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig = unschedulable(keeper);
        rig.engine.post(new Message.NodeSeen(node("n2").build()));
        rig.report(pod("other"));
        rig.engine.runOnce();
        assertThat(rig.place(UID)).isEqualTo(QueueName.BACKOFF);
        assertThat(rig.lastDecision().pod()).isEqualTo("default/other");
    }

    @Test
    void aPodRejectedAsPendingSkipsItsBackoff() {
        var keeper =
                new Gatekeeper(
                        Reject.pending("soon"), ClusterEvent.NODE, ClusterEvent.ADD, pod -> true);
        Rig rig = unschedulable(keeper);
        rig.nodes(node("n2"));
        assertThat(rig.stats().incoming()).containsEntry("active/NodeAdd", 1L);
    }

    @Test
    void backoffDoublesFromOneToTenSeconds() {
        Filter broken =
                cycle -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1")).pods(pod("web"));
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 6; i++) {
            long before = rig.clock.nowNanos();
            rig.clock.advanceTo(rig.engine.dueNanos());
            rig.settle();
            waits.add((rig.clock.nowNanos() - before) / 1_000_000_000);
        }
        // A pod leaves in the second after its wait has ended.
        assertThat(waits).containsExactly(2L, 3L, 5L, 9L, 11L, 11L);
    }

    @Test
    void windowsOfBackoffAreWholeSeconds() {
        Filter broken =
                cycle -> {
                    throw new IllegalStateException("no idea");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1")).seconds(10.4).pods(pod("web"));
        rig.seconds(1.5);
        assertThat(rig.decisions).as("at 11.9 s it still backs off").hasSize(1);
        rig.seconds(0.1);
        assertThat(rig.decisions).as("at 12.0 s it is tried again").hasSize(2);
    }

    @Test
    void errorsAreNotTakenEarly() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "down"));
        rig.pods(pod("web"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.ERROR_BACKOFF);
        rig.seconds(0.5);
        assertThat(rig.api.binds()).hasSize(1);
    }

    @Test
    void theFlushRequeuesPodsUnschedulableForTooLongAndCountsThem() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig = unschedulable(keeper);
        for (int i = 0; i < 10; i++) {
            rig.seconds(30);
        }
        assertThat(rig.decisions).as("five minutes are not more than five minutes").hasSize(1);
        rig.seconds(30);
        assertThat(rig.decisions).hasSize(2);
        assertThat(rig.stats().flushRequeues()).isEqualTo(1);
    }

    @Test
    void aPodThatTheFlushSendsIntoBackoffIsCountedOnce() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig =
                new Rig(
                        Map.of("Gatekeeper", keeper),
                        builder ->
                                builder.maxUnschedulable(Duration.ofSeconds(10))
                                        .backoff(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        rig.nodes(node("n1")).pods(pod("web"));
        rig.clock.advance(Duration.ofSeconds(30));
        rig.loop().queue().flushDue(rig.clock.nowNanos());
        assertThat(rig.place(UID)).isEqualTo(QueueName.BACKOFF);
        rig.clock.advance(Duration.ofSeconds(60));
        rig.loop().queue().flushDue(rig.clock.nowNanos());
        assertThat(rig.place(UID)).isEqualTo(QueueName.ACTIVE);
        assertThat(rig.stats().flushRequeues()).isEqualTo(1);
    }

    @Test
    void theFlushChecksAGatedPodOnceInFiveMinutesAndRequeuesNoPod() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").gate("a"));
        for (int i = 0; i < 22; i++) {
            rig.seconds(30);
        }
        assertThat(rig.stats().incoming())
                .containsEntry("unschedulable/UnscheduledPodAdd", 1L)
                .containsEntry("unschedulable/UnschedulableTimeout", 2L);
        assertThat(rig.stats().queue().gated()).isEqualTo(1);
        assertThat(rig.stats().flushRequeues()).isZero();
        assertThat(rig.decisions).isEmpty();
    }

    @Test
    void activationIgnoresBackoff() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "down"));
        rig.pods(pod("web"));
        rig.engine.post(new Message.Activate(List.of("default/web", "default/unknown")));
        rig.settle();
        assertThat(rig.api.bound).containsEntry(UID, "n1");
        assertThat(rig.stats().incoming()).containsEntry("active/ForceActivate", 1L);
    }

    @Test
    void activationDoesNotOpenGates() {
        Rig rig = Rig.plain().nodes(node("n1")).pods(pod("web").gate("a"));
        rig.engine.post(new Message.Activate(List.of("default/web")));
        rig.settle();
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
    }

    @Test
    void aPodThatPlacedAnotherFirstRequeuesIt() {
        Permit waker =
                (cycle, node) -> {
                    cycle.activate("default/sleeper");
                    return PermitVerdict.ALLOW;
                };
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Map<String, Plugin> plugins = new LinkedHashMap<>();
        plugins.put("Gatekeeper", keeper);
        plugins.put("Waker", waker);
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("sleeper"));
        keeper.open = true;
        rig.pods(pod("web"));
        assertThat(rig.api.bound).containsKeys("default/sleeper", UID);
    }

    @Test
    void anUpdateOfAReadyPodMovesItInTheOrder() {
        Rig rig = Rig.plain();
        rig.report(pod("a")).report(pod("b"));
        rig.engine.runOnce();
        rig.engine.runOnce();
        rig.seconds(0);
        Rig fresh = Rig.plain();
        var queue = fresh.loop().queue();
        long now = fresh.clock.nowNanos();
        queue.add(pod("a").build(), now);
        queue.add(pod("b").build(), now);
        queue.update(pod("b").build(), pod("b").priority(5).build(), List.of(), now);
        assertThat(queue.pop(now).orElseThrow().pod().name()).isEqualTo("b");
    }

    @Test
    void anUpdateThatHelpsMovesAnUnschedulablePod() {
        var keeper =
                new Gatekeeper(
                        Reject.unschedulable("closed"),
                        ClusterEvent.POD,
                        ClusterEvent.UPDATE_POD_LABEL,
                        pod -> true);
        Rig rig = unschedulable(keeper);
        rig.pods(pod("web").resourceVersion("2"));
        assertThat(rig.decisions).as("a general update does not count").hasSize(1);
        rig.pods(pod("web").label("color", "red").resourceVersion("3"));
        assertThat(rig.decisions).hasSize(2);
    }

    @Test
    void anUpdateDoesNotShortenABackoff() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "down"));
        rig.pods(pod("web")).pods(pod("web").label("color", "red").resourceVersion("2"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.ERROR_BACKOFF);
        assertThat(rig.queued(UID).pod().labels().has("color")).isTrue();
    }

    @Test
    void anEventWhileAPodWaitsOnPermitIsNotMissed() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        keeper.open = true;
        Permit waiting = (cycle, node) -> new PermitVerdict.Wait(Duration.ofSeconds(10), List.of());
        Map<String, Plugin> plugins = new LinkedHashMap<>();
        plugins.put("Gatekeeper", keeper);
        plugins.put("Waiting", new RequeuedByNodes(waiting));
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("web"));
        rig.nodes(node("n2"));
        assertThat(rig.stats().queue().inFlightEvents()).isEqualTo(1);
        rig.engine.post(new Message.Reject(UID, "Waiting", "no"));
        rig.settle();
        assertThat(rig.stats().incoming()).containsEntry("backoff/ScheduleAttemptFailure", 1L);
        assertThat(rig.decisions).hasSize(2);
    }

    private record RequeuedByNodes(Permit permit) implements Permit, EnqueueExtensions {
        @Override
        public PermitVerdict permit(PodCycle cycle, dev.berth.spi.NodeView node) {
            return permit.permit(cycle, node);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        }
    }

    @Test
    void aDeniedPodDoesNotRequeueItselfByTheCapacityItFrees() {
        var waiting =
                new Permit() {
                    @Override
                    public PermitVerdict permit(PodCycle cycle, dev.berth.spi.NodeView node) {
                        return new PermitVerdict.Wait(Duration.ofSeconds(10), List.of());
                    }
                };
        Rig rig = Rig.with("Waiting", waiting).nodes(node("n1")).pods(pod("web"));
        rig.engine.post(new Message.Reject(UID, "Waiting", "no"));
        rig.settle();
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        assertThat(rig.stats().queue().inFlightEvents()).isZero();
    }

    @Test
    void anAllowedPodGoesOnWhenTheLastPluginHasAllowedIt() {
        Map<String, Plugin> plugins = new LinkedHashMap<>();
        Permit waiting = (cycle, node) -> new PermitVerdict.Wait(Duration.ofSeconds(10), List.of());
        plugins.put("First", waiting);
        plugins.put("Second", waiting);
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("web"));
        rig.engine.post(new Message.Allow(UID, "First"));
        rig.settle();
        assertThat(rig.api.bound).isEmpty();
        rig.engine.post(new Message.Allow(UID, "Second"));
        rig.settle();
        assertThat(rig.api.bound).containsEntry(UID, "n1");
        rig.seconds(20);
        assertThat(rig.stats().assumed()).isZero();
    }

    @Test
    void aWaitingPodThatIsDeletedReleasesItsResources() {
        Permit waiting = (cycle, node) -> new PermitVerdict.Wait(Duration.ofMinutes(10), List.of());
        Rig rig =
                Rig.with("Waiting", waiting).nodes(node("n1")).pods(pod("web").cpu("4")).gone(UID);
        assertThat(rig.stats().waiting()).isZero();
        assertThat(rig.stats().assumed()).isZero();
        assertThat(rig.stats().queue().inFlight()).isZero();
        assertThat(rig.place(UID)).isEqualTo(QueueName.NONE);
    }

    @Test
    void freedCapacityRequeuesThePodThatNeedsIt() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1"))
                        .pods(pod("old").cpu("4").on("n1"))
                        .pods(pod("web").cpu("4"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        rig.gone("default/old");
        assertThat(rig.api.bound).containsEntry(UID, "n1");
    }

    @Test
    void aFailedBindRequeuesPodsThatNeedTheCapacity() {
        Rig rig = Rig.plain().nodes(node("n1"));
        rig.api.silent = true;
        rig.pods(pod("first").cpu("4")).pods(pod("web").cpu("4"));
        assertThat(rig.place(UID)).isEqualTo(QueueName.UNSCHEDULABLE);
        rig.api.bindAnswers.add(new WriteOutcome.Refused(409, "conflict"));
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.bound).containsEntry(UID, "n1");
    }

    @Test
    void deletionAndCreationUnderOneNameAreTwoPods() {
        Rig rig = Rig.plain().nodes(node("n1").pods(1));
        rig.pods(pod("web").uid("first")).report(pod("web").uid("second")).settle();
        assertThat(rig.loop().state().pod("first")).isEmpty();
        assertThat(rig.api.bound).containsEntry("first", "n1").containsEntry("second", "n1");
    }

    @Test
    void aRequeueUpByWildcardConcernsOnlyThePodItNames() {
        var keeper = Gatekeeper.requeuedBy(ClusterEvent.NODE, ClusterEvent.ADD);
        Rig rig = Rig.with("Gatekeeper", keeper).nodes(node("n1")).pods(pod("web"), pod("other"));
        int before = rig.decisions.size();
        rig.engine.post(new Message.Activate(List.of("default/web")));
        rig.settle();
        assertThat(rig.decisions).hasSize(before + 1);
        assertThat(rig.lastDecision().pod()).isEqualTo("default/web");
    }
}
