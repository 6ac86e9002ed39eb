package dev.berth.testkit;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.util.Set;

class PluginTesterTest {
    private static final Reject NO = Reject.unresolvable("no");
    private static final Reject PERHAPS = Reject.unschedulable("no");

    private static Filter filter(NodeFilter filter) {
        return cycle -> PreFilterResult.of(filter);
    }

    private static Score score(NodeScorer scorer) {
        return (cycle, feasible) -> PreScoreResult.of(scorer);
    }

    /// Rejects `b` in the single-node method, and the node `inBulk` in the bulk method.
    private record InconsistentFilter(String inBulk, Reject why) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return node.name().equals("b") ? NO : Verdict.PASS;
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            nodes.row(inBulk).ifPresent(row -> out.reject(row, why));
        }
    }

    private static PluginTester two(Plugin plugin) {
        return PluginTester.of(plugin).nodes(node("a"), node("b"));
    }

    @Test
    void aFilterWithEqualResultsPasses() {
        two(filter(new InconsistentFilter("b", NO)))
                .schedule(pod("p"))
                .passes("a")
                .rejectsUnresolvable("b", "no");
    }

    @Test
    void aFilterThatRejectsAnotherNodeInBulkIsReported() {
        PluginTester tester = two(filter(new InconsistentFilter("a", NO)));

        assertThatThrownBy(() -> tester.schedule(pod("p")))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("test and testAll differ: one by one {b=")
                .hasMessageContaining("in bulk {a=");
    }

    @Test
    void aFilterThatSkipsANodeInBulkIsReported() {
        PluginTester tester = two(filter(new InconsistentFilter("none", NO)));

        assertThatThrownBy(() -> tester.schedule(pod("p"))).hasMessageEndingWith("in bulk {}");
    }

    @Test
    void aFilterThatReturnsAnotherCodeInBulkIsReported() {
        PluginTester tester = two(filter(new InconsistentFilter("b", PERHAPS)));

        assertThatThrownBy(() -> tester.schedule(pod("p")))
                .hasMessageStartingWith("test and testAll differ");
    }

    @Test
    void aFilterThatFailsInOnlyOneMethodIsReported() {
        NodeFilter failing =
                new NodeFilter() {
                    @Override
                    public Verdict test(NodeView node) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {}
                };

        assertThatThrownBy(() -> two(filter(failing)).schedule(pod("p")))
                .isInstanceOf(AssertionError.class)
                .hasMessage("test and testAll differ: only one of them threw an exception");
    }

    @Test
    void aScorerThatDiffersInBulkIsReported() {
        NodeScorer twoFaced =
                new NodeScorer() {
                    @Override
                    public long score(NodeView node) {
                        return 7;
                    }

                    @Override
                    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
                        out.set(nodes.row("a").orElseThrow(), 7);
                        out.set(nodes.row("b").orElseThrow(), 8);
                    }
                };

        assertThatThrownBy(() -> two(score(twoFaced)).schedule(pod("p")))
                .isInstanceOf(AssertionError.class)
                .hasMessage("score and scoreAll differ on node b: one by one 7, in bulk 8");
    }

    @Test
    void scoresAreNormalizedOverTheFeasibleNodes() {
        two(score(NodeScorer.highestIsBest(node -> node.name().equals("a") ? 1 : 4)))
                .schedule(pod("p"))
                .scores("a", 25)
                .scores("b", 100);
    }

    @Test
    void aPluginCanLimitTheNodesByName() {
        Filter narrow = cycle -> PreFilterResult.runOn(node -> NO, Set.of("b", "none"));

        two(narrow).schedule(pod("p")).passes("a").rejectsUnresolvable("b", "no");
    }

    @Test
    void aPluginCanRejectOrSkipThePod() {
        two((Filter) cycle -> PreFilterResult.rejectPod(NO)).schedule(pod("p")).rejectsPod("no");
        two((Filter) cycle -> PreFilterResult.SKIP).schedule(pod("p")).skipsFilter();
        two((Score) (cycle, feasible) -> PreScoreResult.SKIP).schedule(pod("p")).skipsScore();
    }

    @Test
    void aFailedAssertionContainsTheActualResult() {
        PluginResults result = two(filter(new InconsistentFilter("b", NO))).schedule(pod("p"));

        assertThatThrownBy(() -> result.passes("b")).hasMessageStartingWith("b was rejected: ");
        assertThatThrownBy(() -> result.rejects("a", "no")).hasMessageStartingWith("a passed");
        assertThatThrownBy(() -> result.rejects("b", "other")).hasMessageContaining("[other]");
        assertThatThrownBy(() -> result.rejectsUnschedulable("b"))
                .hasMessageContaining("code=UNSCHEDULABLE_AND_UNRESOLVABLE");
        assertThatThrownBy(() -> result.scores("a", 1)).hasMessageStartingWith("a scored null");
        assertThatThrownBy(result::skipsFilter).hasMessage("PreFilter did not return Skip");
    }

    @Test
    void hintsAreCalledForTheirEventsOnly() {
        EnqueueExtensions onNewNodes = hints -> hints.on(ClusterEvent.NODE, ClusterEvent.ADD);
        var change = ObjectChange.added(node("n").build());

        assertThat(two(onNewNodes).requeues(pod("p"), ClusterEvent.NODE_ADD, change)).isTrue();
        assertThat(two(onNewNodes).requeues(pod("p"), ClusterEvent.NODE_DELETE, change)).isFalse();
    }

    @Test
    void everyEventRequeuesAPodOfAPluginWithoutHints() {
        assertThat(
                        two(filter(node -> NO))
                                .requeues(
                                        pod("p"),
                                        ClusterEvent.NODE_DELETE,
                                        ObjectChange.removed(node("n").build())))
                .isTrue();
    }
}
