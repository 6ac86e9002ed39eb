package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.claim;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;
import static dev.berth.testkit.Build.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.AcceptingApi;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Decision;
import dev.berth.model.Kind;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.ScriptedFaults;
import dev.berth.sim.fault.WatchFault;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PodCycle;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;
import dev.berth.testkit.StorageBuilders;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Bugs of kube-scheduler that Berth must not have. Each test names the issue of
/// kubernetes/kubernetes that it reproduces.
class KnownBugsTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private static PodBuilder low(String name, String cpu) {
        return pod(name).cpu(cpu).priority(1).graceSeconds(0).on("n1");
    }

    private static PodBuilder high() {
        return pod("high").cpu("4").priority(10);
    }

    private static boolean marks(Write write) {
        return write instanceof Write.PatchPodStatus patch
                && patch.condition().filter(c -> c.type().equals("DisruptionTarget")).isPresent();
    }

    /// #134249, #138268, #140082: the victims go while their evictions are still being sent, the
    /// preemptor is held back at that moment, and nothing happens any more that would wake it.
    @Test
    void aPreemptorIsNotStuckWhenItsVictimsWentBeforeTheirEvictionsEnded() {
        var scenario = Scenario.of(Profiles.inTree()).nodes(node("n1").cpu("4"));
        scenario.link()
                .faults(
                        new ScriptedFaults()
                                .next(KnownBugsTest::marks, new CallFault.Slow(TEN_SECONDS)));
        scenario.running(low("a", "2"), low("b", "2"))
                .create(high())
                .untilQuiet()
                .expectNominated("high", "n1")
                .delete("a")
                .delete("b")
                .untilQuiet()
                .expectIn("gated", "high")
                .advance(TEN_SECONDS)
                .expectScheduledOn("high", "n1")
                .expectAtRest();
    }

    /// #134249 and the like: evictions fail, so no victim goes and no event comes.
    @Test
    void aPreemptorIsNotStuckWhenItsEvictionsFail() {
        var scenario = Scenario.of(Profiles.inTree()).nodes(node("n1").cpu("4"));
        scenario.link()
                .faults(
                        new ScriptedFaults()
                                .next(Write.DeletePod.class, new CallFault.ServerError(500))
                                .next(Write.DeletePod.class, new CallFault.Throttled(1))
                                .next(
                                        Write.DeletePod.class,
                                        new CallFault.LostBefore(TEN_SECONDS)));
        scenario.running(low("a", "4"))
                .create(high())
                .advance(Duration.ofSeconds(30))
                .expectPreempted("a")
                .expectScheduledOn("high", "n1")
                .expectAtRest();
    }

    /// #72124, #85677, #106780: a deleted preemptor stays nominated to its node.
    @Test
    void aNominationEndsWithThePodItWasMadeTo() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("4"))
                        .running(low("a", "4").graceSeconds(30))
                        .create(high())
                        .untilQuiet()
                        .expectNominated("high", "n1")
                        .create(pod("next").cpu("4").priority(5))
                        .untilQuiet()
                        .expectIn("unschedulable", "next");
        receiveOnlyTheEnd(scenario)
                .delete("high")
                .untilQuiet()
                .expectAtRest()
                .advance(TEN_SECONDS)
                .expectGone("a")
                .expectScheduledOn("next", "n1")
                .expectAtRest();
    }

    /// The next pods that are deleted are simply not there any more when the client lists again.
    private static Scenario receiveOnlyTheEnd(Scenario scenario) {
        scenario.link().faults(new ScriptedFaults().next(Kind.POD, new WatchFault.Expired()));
        return scenario;
    }

    /// #72124 again: a preemptor that is being deleted and kept by a finalizer never runs, but
    /// stays nominated to its node.
    @Test
    void aPodThatWillNeverRunKeepsNoResources() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("4"))
                .running(low("a", "4").graceSeconds(30))
                .create(high().finalizer("example.com/wait"))
                .untilQuiet()
                .expectNominated("high", "n1")
                .create(pod("next").cpu("4").priority(5))
                .untilQuiet()
                .expectIn("unschedulable", "next")
                .evict("high")
                .advance(TEN_SECONDS)
                .expectGone("a")
                .expectScheduledOn("next", "n1")
                .expectAtRest();
    }

    /// Lets every pod wait on Permit until the test decides.
    private static final class Holding implements Permit, EnqueueExtensions {
        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return cycle.pod().name().equals("web") && cycle.nodes().count() == 1
                    ? new PermitVerdict.Wait(Duration.ofMinutes(10), List.of())
                    : PermitVerdict.ALLOW;
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        }
    }

    /// #120622, #122725, #126962: a pod that was taken from the queue is deleted before its attempt
    /// ends, another comes under its name, and the first stays in flight for ever, with all events
    /// since.
    @Test
    void aPodThatIsDeletedInItsAttemptIsNoLongerInFlight() {
        var scenario =
                Scenario.of(Profiles.with("Holding", new Holding()))
                        .nodes(node("n1"))
                        .create(pod("web"))
                        .untilQuiet();
        assertThat(scenario.stats().queue().inFlight()).isEqualTo(1);
        receiveOnlyTheEnd(scenario)
                .delete("web")
                .create(pod("web"))
                .untilQuiet()
                .allow("web", "Holding")
                .untilQuiet()
                .expectScheduledOn("web", "n1")
                .create(pod("other"))
                .untilQuiet()
                .expectScheduledOn("other", "n1")
                .expectAtRest();
    }

    /// #119784, #119105: the event that would help arrives during the attempt, and the pod becomes
    /// unschedulable right after it.
    @Test
    void aPodIsNotUnschedulableOverAnEventThatCameDuringItsAttempt() {
        Scenario.of(Profiles.with("Holding", new Holding()))
                .nodes(node("n1"))
                .create(pod("web"))
                .untilQuiet()
                .nodes(node("n2"))
                .untilQuiet()
                .deny("web", "Holding", "not on one node alone")
                .advance(TEN_SECONDS)
                .expectScheduled("web")
                .expectAtRest();
    }

    /// #71486, #86373: pods of high priority that do not fit on any node are requeued again and
    /// again, and come before all others.
    @Test
    void unresolvablePodsOfHighPriorityDoNotStarveTheOthers() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("100").pods(1000))
                        .create(
                                pods("hopeless", 20).stream()
                                        .map(each -> each.cpu("1000").priority(1000))
                                        .toList())
                        .untilQuiet();
        for (int round = 0; round < 10; round++) {
            String passing = "passing-" + round;
            scenario.create(pod(passing).cpu("1")).untilQuiet().expectScheduled(passing);
            int before = scenario.decisions().size();
            scenario.delete(passing)
                    .create(pod("low-" + round).cpu("1"))
                    .untilQuiet()
                    .expectScheduled("low-" + round);
            List<Decision> since =
                    scenario.decisions().subList(before, scenario.decisions().size());
            assertThat(since.getFirst().pod())
                    .as("woken and waiting for their turn, the hopeless let others pass")
                    .isEqualTo("default/low-" + round);
            scenario.advance(Duration.ofMillis(500));
        }
        scenario.advance(Duration.ofMinutes(1)).expectAtRest();
    }

    /// #141255: during a gap of the watch a pod is deleted and created again under its name; the
    /// client receives one update with two UIDs.
    @Test
    void aPodCreatedAgainInAGapOfTheWatchIsADeletionAndACreation() {
        Map<String, String> nodeByUid = new HashMap<>();
        var decisions = new ArrayList<Decision>();
        try (var engine =
                Engine.builder()
                        .profile(Profiles.inTree())
                        .api(new AcceptingApi(bind -> nodeByUid.put(bind.uid(), bind.node())))
                        .onDecision(decisions::add)
                        .build()) {
            engine.post(new Message.NodeSeen(node("n1").cpu("4").build()));
            engine.post(new Message.PodSeen(pod("web").uid("old").cpu("4").on("n1").build()));
            engine.post(new Message.PodSeen(pod("wait").uid("wait").cpu("2").build()));
            turn(engine);
            assertThat(nodeByUid).isEmpty();
            engine.post(new Message.PodSeen(pod("web").uid("new").cpu("2").build()));
            turn(engine);
            assertThat(nodeByUid).isEqualTo(Map.of("new", "n1", "wait", "n1"));
            assertThat(engine.stats().pods()).isEqualTo(2);
            assertThat(engine.stats().pluginFailures()).isZero();
        }
    }

    private static void turn(Engine engine) {
        while (engine.runOnce() > 0) {
            // Until there is nothing left to do.
        }
    }

    /// #141255, the whole way: the old one held its room and was promised to, the new one is
    /// pending.
    @Test
    void aGapOfTheWatchHidesNoDeletion() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("4"))
                        .running(pod("web").cpu("4").on("n1"))
                        .create(pod("wait").cpu("2"))
                        .untilQuiet()
                        .expectIn("unschedulable", "wait");
        scenario.link()
                .faults(new ScriptedFaults().next(Kind.POD, new WatchFault.Gap(TEN_SECONDS)));
        scenario.delete("web")
                .create(pod("web").cpu("2"))
                .untilQuiet()
                .advance(TEN_SECONDS)
                .expectScheduledOn("web", "n1")
                .expectScheduledOn("wait", "n1")
                .expectAtRest();
    }

    /// #73305, #93552: a new volume or a bound claim wakes the pod before the volumes are known to
    /// those who are asked, the pod is parked again over what was true a moment ago, and nothing
    /// happens any more.
    @Test
    void noPodIsRequeuedBeforeTheObjectOfTheEventIsKnown() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").label("kubernetes.io/hostname", "n1"))
                .create(StorageBuilders.immediate("now"))
                .create(StorageBuilders.waiting("wait"))
                .create(claim("early").storageClass("wait"), claim("bound").storageClass("now"))
                .create(pod("waits").volumeClaim("early"), pod("follows").volumeClaim("bound"))
                .advance(TEN_SECONDS)
                .create(
                        volume("first").storageClass("wait").onlyOn("n1"),
                        volume("second").storageClass("now").onlyOn("n1"))
                .advance(TEN_SECONDS)
                .expectScheduled("waits", "follows")
                .expectAttempts("waits", 2)
                .expectAttempts("follows", 2)
                .expectAtRest();
    }

    /// Comes after all others and gives one pod no place.
    private static final class Late implements Reserve {
        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            return cycle.pod().name().equals("refused")
                    ? Reject.unschedulable("not this one")
                    : Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {}
    }

    /// #56236, #72013, #71928: a reservation fails after the volumes were assumed, the assumption
    /// stays, and the volume is lost to everybody.
    @Test
    void aReservationThatFailsGivesTheVolumesBack() {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        profile.with("Late", new Late());
        Scenario scenario =
                Scenario.of(profile.build())
                        .nodes(node("n1").label("kubernetes.io/hostname", "n1"))
                        .create(StorageBuilders.waiting("wait"))
                        .create(volume("only").storageClass("wait").onlyOn("n1"))
                        .create(claim("first").storageClass("wait"))
                        .create(pod("refused").volumeClaim("first"))
                        .advance(Duration.ZERO);
        assertThat(scenario.stats().assumedObjects()).isZero();
        scenario.delete("refused")
                .create(claim("second").storageClass("wait"))
                .create(pod("next").volumeClaim("second"))
                .advance(TEN_SECONDS)
                .expectScheduled("next")
                .expectBound("second", "only")
                .expectAtRest();
    }
}
