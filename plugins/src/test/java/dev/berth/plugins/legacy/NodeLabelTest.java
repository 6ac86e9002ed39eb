package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Node;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class NodeLabelTest {
    private static final String MISMATCH = "node(s) didn't have the requested labels";

    private static PluginTester demanding(List<String> present, List<String> absent) {
        return tester(new NodeLabelArgs(present, absent, List.of(), List.of()));
    }

    private static PluginTester preferring(List<String> present, List<String> absent) {
        return tester(new NodeLabelArgs(List.of(), List.of(), present, absent));
    }

    private static PluginTester tester(NodeLabelArgs args) {
        return Old.plugin("NodeLabel", args)
                .nodes(
                        node("plain"),
                        node("foo").label("foo", ""),
                        node("bar").label("bar", "x"),
                        node("both").label("foo", "any").label("bar", "any"));
    }

    @Test
    void allPresentLabelsMustBeThereWhateverTheirValues() {
        demanding(List.of("foo", "bar"), List.of())
                .schedule(pod("p"))
                .passes("both")
                .rejectsUnresolvable("plain", MISMATCH)
                .rejectsUnresolvable("foo", MISMATCH)
                .rejectsUnresolvable("bar", MISMATCH)
                .skipsScore();
    }

    @Test
    void noAbsentLabelMayBeThere() {
        demanding(List.of(), List.of("foo", "bar"))
                .schedule(pod("p"))
                .passes("plain")
                .rejectsUnresolvable("foo", MISMATCH)
                .rejectsUnresolvable("bar", MISMATCH)
                .rejectsUnresolvable("both", MISMATCH);
    }

    @Test
    void bothListsHoldTogether() {
        demanding(List.of("foo"), List.of("bar"))
                .schedule(pod("p"))
                .passes("foo")
                .rejects("plain", MISMATCH)
                .rejects("bar", MISMATCH)
                .rejects("both", MISMATCH);
    }

    @Test
    void theScoreIsTheShareOfPreferencesThatHold() {
        preferring(List.of("foo", "bar"), List.of("baz"))
                .schedule(pod("p"))
                .skipsFilter()
                .scores("plain", 33)
                .scores("foo", 66)
                .scores("bar", 66)
                .scores("both", 100);
        preferring(List.of("foo"), List.of("bar"))
                .schedule(pod("p"))
                .scores("plain", 50)
                .scores("foo", 100)
                .scores("bar", 0)
                .scores("both", 50);
    }

    @Test
    void withoutLabelsItStaysOut() {
        demanding(List.of(), List.of()).schedule(pod("p")).skipsFilter().skipsScore();
    }

    @Test
    void aLabelInBothListsIsAConflict() {
        assertThat(
                        Old.problems(
                                "NodeLabel",
                                new NodeLabelArgs(
                                        List.of("a", "b"),
                                        List.of("b", "c", "a"),
                                        List.of("d"),
                                        List.of("d"))))
                .containsExactly(
                        "presentLabels[1]=b: conflict with absentLabels[0]",
                        "presentLabels[0]=a: conflict with absentLabels[2]",
                        "presentLabelsPreference[0]=d: conflict with absentLabelsPreference[0]");
        assertThat(
                        Old.problems(
                                "NodeLabel",
                                new NodeLabelArgs(
                                        List.of("a"), List.of("b"), List.of("b"), List.of("a"))))
                .isEmpty();
    }

    @Test
    void aNodeThatHasTheLabelsNowRequeuesPods() {
        PluginTester tester = demanding(List.of("foo"), List.of());
        assertThat(requeues(tester, node("n").label("foo", "1"))).isTrue();
        assertThat(requeues(tester, node("n").label("bar", "1"))).isFalse();
    }

    private static boolean requeues(PluginTester tester, NodeBuilder now) {
        Node after = now.build();
        return tester.requeues(
                pod("p"),
                ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL),
                new ObjectChange(Optional.of(node("n").build()), Optional.of(after)));
    }
}
