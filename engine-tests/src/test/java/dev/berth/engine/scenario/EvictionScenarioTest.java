package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.FeatureGates;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.Faults;
import dev.berth.sim.fault.WatchFault;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// What goes on while victims are being evicted: the preemptor waits, others come and go, and the
/// victims may be anywhere between the choice of their node and their end.
class EvictionScenarioTest {
    private static final Duration EVICTION = Duration.ofSeconds(10);
    private static final Duration A_WHILE = Duration.ofMinutes(2);

    /// A server that takes ten seconds to mark some of the victims.
    private record SlowMarks(Predicate<Pod> target) implements Faults {
        @Override
        public Optional<CallFault> onWrite(Write write) {
            return write instanceof Write.PatchPodStatus patch
                            && patch.condition()
                                    .filter(each -> each.type().equals("DisruptionTarget"))
                                    .isPresent()
                            && target.test(patch.pod())
                    ? Optional.of(new CallFault.Slow(EVICTION))
                    : Optional.empty();
        }

        @Override
        public Optional<CallFault> onRead(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<CallFault> onList(Kind kind) {
            return Optional.empty();
        }

        @Override
        public Optional<WatchFault> onDelivery(Kind kind) {
            return Optional.empty();
        }
    }

    private static Scenario slow(Scenario scenario) {
        scenario.link().faults(new SlowMarks(pod -> true));
        return scenario.nodes(node("n1").cpu("4"));
    }

    private static Scenario slow() {
        return slow(Scenario.of(Profiles.inTree()));
    }

    /// Gone as soon as it is deleted.
    private static PodBuilder victim(String name, String cpu) {
        return pod(name).cpu(cpu).priority(1).graceSeconds(0).on("n1");
    }

    private static PodBuilder preemptor(String name, String cpu, int priority) {
        return pod(name).cpu(cpu).priority(priority);
    }

    /// It would be tried if it were not held back.
    private static void expectDelayed(Scenario scenario, String pod) {
        int before = scenario.attempts(pod);
        scenario.activate(pod).untilQuiet().expectIn("gated", pod).expectAttempts(pod, before);
    }

    @Test
    void aPreemptorIsGatedUntilAllItsVictimsAreBeingDeleted() {
        var scenario =
                slow().running(victim("a", "2"), victim("b", "2"))
                        .create(preemptor("high", "4", 100))
                        .untilQuiet()
                        .expectNominated("high", "n1")
                        .expectAttempts("high", 1);
        expectDelayed(scenario, "high");
        scenario.advance(EVICTION).expectGone("a").expectUntouched("b");
        expectDelayed(scenario, "high");
        scenario.advance(EVICTION)
                .expectGone("b")
                .expectPreempted("a", "b")
                .expectScheduledOn("high", "n1")
                .advance(A_WHILE)
                .expectAtRest();
    }

    @Test
    void aPreemptorWithOneVictimIsGatedToo() {
        var scenario =
                slow().running(victim("a", "1"))
                        .create(preemptor("high", "4", 100))
                        .untilQuiet()
                        .expectNominated("high", "n1");
        expectDelayed(scenario, "high");
        scenario.advance(EVICTION)
                .expectPreempted("a")
                .expectScheduledOn("high", "n1")
                .advance(A_WHILE)
                .expectAtRest();
    }

    @Test
    void aLowerPodDoesNotTakeTheCapacityThatIsBeingMade() {
        slow().running(victim("a", "2"), victim("b", "2"))
                .create(preemptor("high", "4", 100))
                .untilQuiet()
                .create(preemptor("mid", "4", 50))
                .untilQuiet()
                .expectIn("unschedulable", "mid")
                .expectNominated("mid", "")
                .advance(EVICTION.multipliedBy(2))
                .expectScheduledOn("high", "n1")
                .expectIn("unschedulable", "mid")
                .advance(A_WHILE)
                .expectAtRest()
                .expectNoPodForgotten();
    }

    @Test
    void aHigherPodTakesTheCapacityThatIsBeingMade() {
        var scenario =
                slow().running(victim("a", "1"), victim("b", "1"))
                        .running(victim("c", "1"), victim("d", "1"))
                        .create(preemptor("high", "4", 100))
                        .untilQuiet()
                        .expectNominated("high", "n1")
                        .create(preemptor("higher", "4", 200))
                        .untilQuiet()
                        .expectNominated("higher", "n1")
                        .expectNominated("high", "");
        expectDelayed(scenario, "higher");
        scenario.advance(EVICTION.multipliedBy(3))
                .expectScheduledOn("higher", "n1")
                .expectIn("unschedulable", "high")
                .expectNominated("high", "")
                .advance(A_WHILE)
                .expectAtRest()
                .expectNoPodForgotten();
        assertThat(scenario.noted("Preempted").values())
                .as("each victim is evicted once")
                .allMatch(notes -> notes.size() == 1)
                .hasSize(4);
    }

    @Test
    void aLowerPodMayPreemptPodsOnTheSameNodeIfThereIsEnough() {
        var scenario =
                slow().running(victim("a", "1"), victim("b", "1"))
                        .running(victim("c", "1"), victim("d", "1"))
                        .create(preemptor("high", "2", 100))
                        .untilQuiet()
                        .expectNominated("high", "n1")
                        .create(preemptor("mid", "2", 50))
                        .untilQuiet()
                        .expectNominated("mid", "n1")
                        .expectNominated("high", "n1");
        expectDelayed(scenario, "high");
        expectDelayed(scenario, "mid");
        scenario.advance(EVICTION.multipliedBy(3))
                .expectScheduledOn("high", "n1")
                .expectScheduledOn("mid", "n1")
                .advance(A_WHILE)
                .expectAtRest();
    }

    /// Takes a minute before it lets others bind the pod `slow`.
    private record SlowBind(PluginContext context) implements Bind {
        @Override
        public BindVerdict bind(Placement placement) throws Exception {
            if (placement.pod().name().startsWith("slow")) {
                context.pause(Duration.ofMinutes(1));
            }
            return BindVerdict.SKIP;
        }
    }

    private static ProfileSpec slowBinding(Map<String, Function<PluginContext, Plugin>> more) {
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        makers.put("SlowBind", SlowBind::new);
        makers.putAll(more);
        return Profiles.making(makers, FeatureGates.DEFAULT);
    }

    private static Scenario withSlowVictim(ProfileSpec profile, PodBuilder victim) {
        var scenario =
                Scenario.of(profile)
                        .nodes(node("n1").cpu("4"))
                        .create(victim.cpu("2").priority(1))
                        .untilQuiet();
        assertThat(scenario.stats().binding()).isEqualTo(1);
        return scenario;
    }

    @Test
    void aVictimThatIsDeletedWhileItIsBoundLeavesItsCapacityAtOnce() {
        var scenario =
                withSlowVictim(slowBinding(Map.of()), pod("slow"))
                        .create(preemptor("high", "4", 100))
                        .untilQuiet()
                        .expectGone("slow")
                        .expectPreempted("slow")
                        .expectScheduledOn("high", "n1")
                        .advance(A_WHILE)
                        .expectAtRest();
        assertThat(scenario.noted("Scheduled")).containsOnlyKeys("default/high");
    }

    @Test
    void aVictimThatIsOnItsWayOutWhileItIsBoundLeavesItsCapacityAtOnce() {
        withSlowVictim(slowBinding(Map.of()), pod("slow").finalizer("example.com/wait"))
                .create(preemptor("high", "4", 100))
                .untilQuiet()
                .expectPreempted("slow")
                .expectScheduledOn("high", "n1")
                .advance(A_WHILE)
                .expectAtRest();
    }

    /// Something there is one of in the cluster, which the pod `slow` takes and all others need.
    private static final class OneThing implements Filter, Reserve, EnqueueExtensions {
        private boolean taken;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(new Free(!taken));
        }

        private record Free(boolean free) implements NodeFilter {
            @Override
            public Verdict test(NodeView node) {
                return free ? Verdict.PASS : Reject.unschedulable("the thing is taken");
            }

            @Override
            public NodeFilter after(PodChange change) {
                return change.pod().name().startsWith("slow") ? new Free(!change.added()) : this;
            }
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            taken |= cycle.pod().name().startsWith("slow");
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            taken &= !placement.pod().name().startsWith("slow");
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.POD, ClusterEvent.DELETE);
        }
    }

    private static Scenario withReservingVictim(PodBuilder victim) {
        var thing = new OneThing();
        return withSlowVictim(slowBinding(Map.of("OneThing", context -> thing)), victim)
                .create(preemptor("high", "4", 100))
                .untilQuiet()
                .expectPreempted("slow")
                .expectPending(
                        "high",
                        "0/1 nodes are available: 1 the thing is taken."
                                + " preemption: 0/1 nodes are available: 1 No preemption"
                                + " victims found for incoming pod.");
    }

    @Test
    void whatAVictimReservedIsFreeWhenItsBindingHasEnded() {
        withReservingVictim(pod("slow"))
                .advance(A_WHILE)
                .expectScheduledOn("high", "n1")
                .expectAtRest();
    }

    @Test
    void whatAVictimOnItsWayOutReservedIsFreeWhenItsBindingHasEnded() {
        withReservingVictim(pod("slow").finalizer("example.com/wait"))
                .advance(A_WHILE)
                .expectScheduledOn("high", "n1")
                .expectAtRest();
    }

    /// Wants no pod by the name of `blocking` on the node, and says that no deletion ever helps.
    private static final class DeafHints implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node ->
                    node.pods().stream().anyMatch(each -> each.name().startsWith("blocking"))
                            ? Reject.unschedulable("blocked")
                            : Verdict.PASS);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.POD, ClusterEvent.DELETE, (unschedulable, change) -> false);
        }
    }

    @Test
    void aGatedPreemptorNeedsNoHint() {
        var scenario =
                slow(Scenario.of(Profiles.with("DeafHints", new DeafHints())))
                        .running(victim("blocking-0", "1"), victim("blocking-1", "1"))
                        .create(preemptor("high", "1", 100))
                        .untilQuiet();
        expectDelayed(scenario, "high");
        scenario.advance(EVICTION.multipliedBy(2))
                .expectPreempted("blocking-0", "blocking-1")
                .expectScheduledOn("high", "n1")
                .advance(A_WHILE)
                .expectAtRest();
    }

    @Test
    void aPreemptorThatIsNotRequeuedIsFoundByTheFlush() {
        var scenario =
                slow(Scenario.of(Profiles.with("DeafHints", new DeafHints())))
                        .running(victim("blocking-0", "1"), victim("blocking-1", "1"))
                        .create(preemptor("high", "1", 100))
                        .advance(EVICTION.multipliedBy(3))
                        .expectGone("blocking-0", "blocking-1")
                        .expectIn("unschedulable", "high")
                        .expectAtRest()
                        .advance(Duration.ofMinutes(6))
                        .untilQuiet()
                        .expectScheduledOn("high", "n1");
        assertThat(scenario.stats().flushRequeues()).isEqualTo(1);
    }

    @Test
    void aPreemptorThatLosesItsNodeToAHigherPodPreemptsElsewhere() {
        var scenario = Scenario.of(slowBinding(Map.of()));
        scenario.link().faults(new SlowMarks(pod -> pod.name().equals("slow")));
        scenario.nodes(node("n1").cpu("4"))
                .running(victim("a", "1"), victim("b", "1"), victim("c", "1"))
                .create(pod("slow").cpu("1").priority(1))
                .untilQuiet()
                .create(preemptor("mid", "4", 50))
                .untilQuiet()
                .expectGone("a", "b", "c")
                .expectNominated("mid", "n1");
        expectDelayed(scenario, "mid");
        scenario.nodes(node("n2").cpu("4"))
                .running(victim("d", "1").on("n2"), victim("e", "1").on("n2"))
                .running(victim("f", "1").on("n2"), victim("g", "1").on("n2"))
                .create(preemptor("high", "2", 100))
                .untilQuiet()
                .expectScheduledOn("high", "n1")
                .advance(EVICTION)
                .expectGone("slow")
                .expectGone("d", "e", "f", "g")
                .expectScheduledOn("mid", "n2")
                .advance(A_WHILE)
                .expectAtRest();
    }

    /// Holds the pod `victim` the first time it comes.
    private static final class HoldOnce implements Permit {
        private final Set<String> held = new HashSet<>();

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return cycle.pod().name().equals("victim") && held.add(cycle.pod().uid())
                    ? new PermitVerdict.Wait(Duration.ofMinutes(1), List.of())
                    : PermitVerdict.ALLOW;
        }
    }

    private static Scenario bigAndSmall(ProfileSpec profile) {
        return Scenario.of(profile)
                .nodes(node("big").cpu("2").memory("2Gi"))
                .create(pod("victim").cpu("1").memory("1Gi").priority(100))
                .untilQuiet()
                .expectNominated("victim", "big")
                .nodes(node("small").cpu("1").memory("1Gi"))
                .create(pod("high").cpu("1500m").memory("1536Mi").priority(300))
                .untilQuiet();
    }

    private static void expectMovedOver(Scenario scenario, String why) {
        scenario.expectScheduledOn("high", "big").expectPending("victim", why);
        assertThat(scenario.noted("Preempted"))
                .isEqualTo(
                        Map.of(
                                "default/victim",
                                List.of(
                                        "Preempted by pod %s on node big (in kube-scheduler memory)."
                                                .formatted(scenario.pod("high").uid()))));
        scenario.expectNominated("victim", "")
                .advance(A_WHILE)
                .expectScheduledOn("victim", "small")
                .expectAtRest();
    }

    @Test
    void aVictimThatWaitsOnPermitFindsAnotherNode() {
        expectMovedOver(
                bigAndSmall(Profiles.with("HoldOnce", new HoldOnce())),
                "waiting on permit for pod: preempted");
    }

    /// Prepares the pod `victim` for ever the first time it comes.
    private record PrepareOnce(PluginContext context, List<String> prepared) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return placement.pod().name().equals("victim") && prepared.isEmpty()
                    ? PreFlight.NEEDED
                    : PreFlight.SKIP;
        }

        @Override
        public Verdict preBind(Placement placement) throws InterruptedException {
            prepared.add(placement.pod().uid());
            context.pause(Duration.ofDays(1));
            return Verdict.PASS;
        }
    }

    @Test
    void aVictimInPreBindFindsAnotherNode() {
        var prepared = new ArrayList<String>();
        expectMovedOver(
                bigAndSmall(
                        Profiles.making(
                                Map.of("PrepareOnce", c -> new PrepareOnce(c, prepared)),
                                FeatureGates.DEFAULT)),
                "running PreBind plugin \"PrepareOnce\": preempted by DefaultPreemption");
    }
}
