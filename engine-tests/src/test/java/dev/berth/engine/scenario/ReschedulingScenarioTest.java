package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.nodes;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;
import dev.berth.model.Taint;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.ScriptedFaults;
import dev.berth.sim.fault.WatchFault;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What becomes of pods whose attempt failed: those whom a plugin turned back wait for an event
/// that helps, those for whom something broke back off.
class ReschedulingScenarioTest {
    @Test
    void aFailedBindIsTriedAgainWithoutAnyEvent() {
        var scenario = Scenario.of(Profiles.inTree()).nodes(node("n1"));
        scenario.untilQuiet()
                .link()
                .faults(
                        new ScriptedFaults()
                                .next(Write.BindPod.class, new CallFault.ServerError(500)));
        scenario.create(pod("a"))
                .untilQuiet()
                .expectIn("backoff", "a")
                .expectAtRest()
                .advance(Duration.ofSeconds(3))
                .expectScheduledOn("a", "n1")
                .expectAttempts("a", 2)
                .expectRequeuedBy("a", "BackoffComplete")
                .expectAtRest();
    }

    @Test
    void whileTheServerIsDownPodsBackOffAndNoneIsUnschedulable() {
        var scenario = Scenario.of(Profiles.inTree()).nodes(nodes("n", 2)).untilQuiet();
        var faults = new ScriptedFaults();
        scenario.link().faults(faults);
        for (int i = 0; i < 6; i++) {
            faults.next(Write.BindPod.class, new CallFault.ServerError(503));
        }
        scenario.create(pods("web", 3))
                .untilQuiet()
                .expectIn("backoff", "web-0", "web-1", "web-2")
                .advance(Duration.ofSeconds(2))
                .untilQuiet()
                .expectIn("backoff", "web-0", "web-1", "web-2")
                .advance(Duration.ofSeconds(3))
                .untilQuiet()
                .expectScheduled("web-0", "web-1", "web-2")
                .expectAttempts("web-0", 3)
                .expectAtRest();
        assertThat(scenario.stats().incoming().keySet())
                .noneMatch(move -> move.startsWith("unschedulable/"));
    }

    @Test
    void aPluginThatFailsSendsPodsIntoBackoff() {
        var moody = new Moody();
        var scenario =
                Scenario.of(Profiles.with("Moody", moody))
                        .nodes(node("n1"))
                        .create(pod("a"))
                        .untilQuiet()
                        .expectIn("backoff", "a")
                        .expectPending("a", "running PreFilter plugin \"Moody\": not today");
        moody.good = true;
        scenario.nodes(node("n2"))
                .untilQuiet()
                .expectAttempts("a", 1)
                .advance(Duration.ofSeconds(2))
                .untilQuiet()
                .expectScheduled("a")
                .expectRequeuedBy("a", "BackoffComplete")
                .expectAtRest();
    }

    private static final class Moody implements Filter {
        private boolean good;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            if (!good) {
                throw new IllegalStateException("not today");
            }
            return PreFilterResult.SKIP;
        }
    }

    record Refused(String name, Plugin plugin, boolean error, boolean related, boolean scheduled) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Refused> refusals() {
        var no = Reject.unschedulable("not the first time");
        return Stream.of(
                new Refused("permit says no, a node comes", new Once(true, no), false, true, true),
                new Refused("permit says no, a pod comes", new Once(true, no), false, false, false),
                new Refused("permit fails", new Once(true, null), true, true, false),
                new Refused(
                        "reserve says no, a node comes", new Once(false, no), false, true, true),
                new Refused(
                        "reserve says no, a pod comes", new Once(false, no), false, false, false),
                new Refused("reserve fails", new Once(false, null), true, true, false));
    }

    /// Turns the pod `a` back once, at permit or at reservation, or fails always; waits for nodes.
    private static final class Once implements Permit, Reserve, EnqueueExtensions {
        private final boolean atPermit;
        private final @Nullable Reject why;
        private int asked;

        Once(boolean atPermit, @Nullable Reject why) {
            this.atPermit = atPermit;
            this.why = why;
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            return !atPermit && cycle.pod().name().equals("a") ? say() : Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {}

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return atPermit && cycle.pod().name().equals("a") && say() instanceof Reject reject
                    ? new PermitVerdict.Deny(reject)
                    : PermitVerdict.ALLOW;
        }

        private Verdict say() {
            asked++;
            if (why == null) {
                throw new IllegalStateException("broken");
            }
            return asked == 1 ? why : Verdict.PASS;
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aPodRejectedAfterItsNodeWasChosenWaitsForAnEventOrABackoff(Refused each) {
        var scenario =
                Scenario.of(Profiles.with("Once", each.plugin))
                        .nodes(node("n1"))
                        .create(pod("a"))
                        .untilQuiet();
        if (each.error) {
            scenario.expectIn("backoff", "a");
        } else {
            scenario.expectUnschedulableBy("a", "Once");
        }
        if (each.related) {
            scenario.nodes(node("n2"));
        } else {
            scenario.create(pod("b"));
        }
        scenario.untilQuiet();
        if (each.scheduled) {
            scenario.expectScheduled("a").expectRequeuedBy("a", "NodeAdd");
        } else {
            scenario.expectAttempts("a", 1);
        }
        scenario.expectAtRest();
    }

    record Helped(
            String name,
            List<NodeBuilder> nodes,
            List<PodBuilder> pods,
            PodBuilder waiting,
            Consumer<Scenario> change) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Helped> help() {
        var region = node("n1").label("region", "test");
        return Stream.of(
                new Helped(
                        "the first node comes",
                        List.of(),
                        List.of(),
                        pod("a"),
                        s -> s.nodes(node("n1"))),
                new Helped(
                        "a taint goes",
                        List.of(node("n1").taint("test", "test", Taint.NO_SCHEDULE)),
                        List.of(),
                        pod("a"),
                        s -> s.update(node("n1"))),
                new Helped(
                        "another pod goes",
                        List.of(node("n1").pods(1)),
                        List.of(pod("old")),
                        pod("a"),
                        s -> s.delete("old")),
                new Helped(
                        "the pod to be near comes, and is scheduled first",
                        List.of(region),
                        List.of(),
                        pod("a").near(term("region").of("friend", "true")),
                        s -> s.create(pod("friend").label("friend", "true"))),
                new Helped(
                        "a scheduled pod becomes the one to be near",
                        List.of(region),
                        List.of(pod("old")),
                        pod("a").near(term("region").of("friend", "true")),
                        s -> s.update(pod("old").label("friend", "true"))));
    }

    @ParameterizedTest
    @MethodSource("help")
    void anUnschedulablePodFitsAfterAChange(Helped each) {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(each.nodes)
                        .create(each.pods)
                        .untilQuiet()
                        .create(each.waiting)
                        .untilQuiet();
        assertThat(scenario.pod("a").assigned()).isFalse();
        each.change.accept(scenario);
        scenario.untilQuiet()
                .advance(Duration.ofSeconds(2))
                .untilQuiet()
                .expectScheduled("a")
                .expectAtRest();
    }

    @Test
    void aChangeThatIsSeveralEventsRequeuesByTheOneThatHelps() {
        Scenario.of(Profiles.with("Untainted", new Untainted()))
                .nodes(node("n1").taint("k", "", Taint.PREFER_NO_SCHEDULE))
                .create(pod("a"))
                .untilQuiet()
                .expectUnschedulableBy("a", "Untainted")
                .update(node("n1").label("foo", "bar"))
                .untilQuiet()
                .expectScheduledOn("a", "n1")
                .expectRequeuedBy("a", "NodeUpdateNodeTaint")
                .expectAtRest();
    }

    /// Wants nodes without any taint, and hears of taints alone.
    private record Untainted() implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node ->
                    node.node().taints().isEmpty()
                            ? Verdict.PASS
                            : Reject.unschedulable("tainted"));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT);
        }
    }

    @Test
    void aPodCreatedAgainUnderItsNameIsNotBoundForTheOldOne() {
        Permit waiting = (cycle, node) -> new PermitVerdict.Wait(Duration.ofSeconds(30), List.of());
        var scenario =
                Scenario.of(Profiles.with("Waiting", waiting))
                        .nodes(node("n1"))
                        .create(pod("a"))
                        .untilQuiet()
                        .expectIn("waiting", "a");
        // The scheduler is deaf while the pod is replaced, and binds the old one.
        scenario.link()
                .faults(
                        new ScriptedFaults()
                                .next(Kind.POD, new WatchFault.Stalled(Duration.ofSeconds(5))));
        scenario.allow("a", "Waiting").delete("a").create(pod("a")).untilQuiet();
        assertThat(scenario.pod("a").assigned()).isFalse();
        scenario.advance(Duration.ofSeconds(6))
                .untilQuiet()
                .expectIn("waiting", "a")
                .allow("a", "Waiting")
                .untilQuiet()
                .expectScheduledOn("a", "n1")
                .expectAtRest();
    }

    /// A permit plugin that is woken by new nodes alone.
    record ForNodes(Permit permit) implements Permit, EnqueueExtensions {
        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return permit.permit(cycle, node);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        }
    }
}
