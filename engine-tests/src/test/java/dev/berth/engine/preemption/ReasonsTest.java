package dev.berth.engine.preemption;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.DryRunResult;
import dev.berth.model.Affinity;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The nodes on which preemption is tried, and the messages if it does not help.
class ReasonsTest {
    private static PodBuilder low(String name, String node) {
        return pod(name).cpu("4").priority(1).started(100).on(node);
    }

    private static PodBuilder high() {
        return pod("high").cpu("4").priority(10);
    }

    private static PodBuilder only(PodBuilder pod, String node) {
        var term =
                new NodeSelectorTerm(
                        List.of(), List.of(new Requirement("metadata.name", "In", List.of(node))));
        return pod.affinity(
                new Affinity(
                        Optional.of(new NodeAffinity(Optional.of(List.of(term)), Optional.empty())),
                        Optional.empty(),
                        Optional.empty()));
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "nodes that are rejected for good are not tried",
                        PreemptionReport.nodes(
                                        node("n1").cordoned(),
                                        node("n2").taint("x", "", "NoSchedule"))
                                .pods(low("a", "n1"), low("b", "n2")),
                        high(),
                        "0/2 nodes are available: 2 Preemption is not helpful for scheduling."),
                new Case(
                        "nodes that are too small are not tried",
                        PreemptionReport.nodes(node("n1").cpu("2"), node("n2").cpu("3"))
                                .pods(low("a", "n1").cpu("2")),
                        high(),
                        "0/2 nodes are available: 2 Preemption is not helpful for scheduling."),
                new Case(
                        "some are tried in vain, others not at all",
                        PreemptionReport.nodes(
                                        node("n1"),
                                        node("n2"),
                                        node("n3").cordoned(),
                                        node("n4").cpu("1"))
                                .pods(
                                        low("a", "n1").cpu("2"),
                                        low("b", "n1").cpu("2").priority(20),
                                        low("c", "n2").cpu("2"),
                                        low("d", "n2").cpu("2").priority(20)),
                        high(),
                        "0/4 nodes are available: 2 Insufficient cpu, 2 Preemption is not helpful"
                                + " for scheduling."),
                new Case(
                        "every reason of a node counts",
                        PreemptionReport.nodes(
                                        node("n1").cpu("4").memory("4Gi"), node("n2").cordoned())
                                .pods(
                                        low("a", "n1").cpu("1").memory("1Gi"),
                                        low("b", "n1").cpu("3").memory("3Gi").priority(20)),
                        high().memory("4Gi"),
                        "0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1"
                                + " Preemption is not helpful for scheduling."),
                new Case(
                        "one that helps is enough, and no reasons are given",
                        PreemptionReport.nodes(node("n1").cordoned(), node("n2"), node("n3"))
                                .pods(low("a", "n1"), low("b", "n2"), low("c", "n3").priority(20)),
                        high(),
                        "n2 loses b; takes n2"),
                new Case(
                        "where the choice is narrowed to some nodes the others are not tried",
                        PreemptionReport.nodes(node("n1"), node("n2"), node("n3"))
                                .pods(low("a", "n1"), low("b", "n2").priority(20), low("c", "n3")),
                        only(high(), "n2"),
                        "0/3 nodes are available: 1 No preemption victims found for incoming pod, 2"
                                + " Preemption is not helpful for scheduling."),
                new Case(
                        "where the choice is narrowed to a node that helps it is taken",
                        PreemptionReport.nodes(node("n1"), node("n2"))
                                .pods(low("a", "n1"), low("b", "n2").priority(9)),
                        only(high(), "n2"),
                        "n2 loses b; takes n2"),
                new Case(
                        "a pod refused for good is not helped, nor is it tried",
                        PreemptionReport.with("Refusing", refusing(Reject.unresolvable("never")))
                                .and(node("n1"))
                                .pods(low("a", "n1")),
                        high(),
                        "not found"),
                new Case(
                        "a node that waits for an event is not tried",
                        PreemptionReport.with("Waiting", evaluating(node -> Reject.pending("soon")))
                                .and(node("n1"))
                                .pods(low("a", "n1")),
                        high(),
                        "0/1 nodes are available: 1 Preemption is not helpful for scheduling."));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void evictionsAreTriedWhereTheyMightHelp(Case each) {
        each.check();
    }

    private static Filter refusing(Reject why) {
        return cycle -> PreFilterResult.rejectPod(why);
    }

    private static Filter evaluating(NodeFilter filter) {
        return cycle -> PreFilterResult.of(filter);
    }

    @Test
    void theReasonsOfTheFiltersComeFirst() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1"), node("n2").cordoned()).pods(low("a", "n1"))) {
            DryRunResult result = cluster.ask(high().priority(1));
            assertThat(result.message())
                    .isEqualTo(
                            "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were"
                                + " unschedulable. preemption: 0/2 nodes are available: 1 No"
                                + " preemption victims found for incoming pod, 1 Preemption is not"
                                + " helpful for scheduling.");
        }
    }

    @Test
    void wherePreemptionHelpsItsNodeFollowsTheReasonsOfTheFilters() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1"), node("n2").cordoned()).pods(low("a", "n1"))) {
            DryRunResult result = cluster.ask(high());
            assertThat(result.message())
                    .isEqualTo(
                            "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were"
                                    + " unschedulable. preemption: found a potential placement"
                                    + " for pod on node n1, preempting 1 victims");
            assertThat(result.postFilterMessage())
                    .contains(
                            "preemption: found a potential placement for pod on node n1,"
                                    + " preempting 1 victims");
        }
    }

    /// Rejects nodes with a pod named `a` or `b`, and fails when the pod is removed.
    private record Fragile() implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return Reject.unschedulable("in the way");
        }

        @Override
        public NodeFilter after(PodChange change) {
            if (change.pod().name().startsWith("fine")) {
                return node -> Verdict.PASS;
            }
            throw new IllegalStateException("cannot do without " + change.pod().name());
        }
    }

    @Test
    void aPluginThatFailsOnOneNodeDoesNotSpoilTheOthers() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Fragile", evaluating(new Fragile()))
                        .and(node("n1"), node("n2"))
                        .pods(low("a", "n1"), low("fine", "n2"))) {
            assertThat(cluster.outcome(high())).isEqualTo("n2 loses fine; takes n2");
        }
    }

    @Test
    void aPluginThatFailsOnTheOnlyNodeIsQuoted() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Fragile", evaluating(new Fragile()))
                        .and(node("n1"), node("n2").cordoned())
                        .pods(low("a", "n1"))) {
            assertThat(cluster.ask(high()).postFilterMessage())
                    .contains(
                            "preemption: running RemovePod on PreFilter plugin \"Fragile\": cannot"
                                    + " do without a");
        }
    }

    @Test
    void severalFailuresAreListedOnceEach() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Fragile", evaluating(new Fragile()))
                        .and(node("n1"), node("n2"), node("n3"))
                        .pods(low("a", "n1"), low("b", "n2"), low("a", "n3").namespace("other"))) {
            assertThat(cluster.ask(high()).postFilterMessage())
                    .contains(
                            "preemption: [running RemovePod on PreFilter plugin \"Fragile\": cannot"
                                    + " do without a, running RemovePod on PreFilter plugin"
                                    + " \"Fragile\": cannot do without b]");
        }
    }

    @Test
    void theSameFailureOnEveryNodeIsQuotedOnce() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Fragile", evaluating(new Fragile()))
                        .and(node("n1"), node("n2"))
                        .pods(low("a", "n1"), low("a", "n2").namespace("other"))) {
            assertThat(cluster.ask(high()).postFilterMessage())
                    .contains(
                            "preemption: running RemovePod on PreFilter plugin \"Fragile\": cannot"
                                    + " do without a");
        }
    }

    /// Rejects the pod while a pod named `a` runs on any node.
    private record OnlyWithout(boolean there) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return there ? Reject.unschedulable("a is there") : Verdict.PASS;
        }

        @Override
        public NodeFilter after(PodChange change) {
            return change.pod().name().equals("a") ? new OnlyWithout(change.added()) : this;
        }
    }

    @Test
    void aPodRefusedAsAWholeIsHelpedWhereThePluginWouldThenHaveIt() {
        var why = Reject.unschedulable("a is there");
        Filter refusing = cycle -> PreFilterResult.rejectPod(why, new OnlyWithout(true));
        try (PreemptionReport cluster =
                PreemptionReport.with("OnlyWithout", refusing)
                        .and(node("n1"), node("n2"), node("n3"))
                        .pods(
                                low("a", "n1").cpu("1"),
                                low("b", "n1").cpu("1"),
                                low("c", "n2").cpu("1"))) {
            DryRunResult result = cluster.ask(high().cpu("1"));
            assertThat(result.message())
                    .isEqualTo(
                            "0/3 nodes are available: a is there. preemption: found a potential"
                                    + " placement for pod on node n1, preempting 1 victims");
            assertThat(cluster.outcome(high().cpu("1")))
                    .isEqualTo("n1 loses a, spares b; takes n1");
        }
    }

    @Test
    void aPodRejectedAsAWholeCausesNoUselessEviction() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Refusing", refusing(Reject.unschedulable("not now")))
                        .and(node("n1"), node("n2"))
                        .pods(low("a", "n1"))) {
            assertThat(cluster.outcome(high()))
                    .isEqualTo(
                            "0/2 nodes are available: 1 No preemption victims found for incoming"
                                    + " pod, 1 not now.");
        }
    }

    /// Rejects all nodes in bulk, and passes each single node.
    private record Contradictory() implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return Verdict.PASS;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
                out.reject(row, Reject.unschedulable("no"));
            }
        }
    }

    @Test
    void aNodeThatNeedsNoVictimsIsAnError() {
        try (PreemptionReport cluster =
                PreemptionReport.with("Contradictory", evaluating(new Contradictory()))
                        .and(node("n1"))
                        .pods(low("a", "n1").cpu("1"))) {
            assertThat(cluster.ask(high().cpu("1")).postFilterMessage())
                    .contains("preemption: expected at least one victim pod on node \"n1\"");
        }
    }
}
