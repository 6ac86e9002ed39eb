package com.example.nodecost;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;

// snippet: test
class NodeCostTest {
    private final NodeCost.Provider provider = new NodeCost.Provider();
    private final PluginTester tester = PluginTester.of(provider, new NodeCost.Args("cents", 100));

    @Test
    void keepsPodsOffDearNodesAndPrefersTheCheapest() {
        tester.nodes(
                        node("free"),
                        node("cheap").label("cents", 20),
                        node("fair").label("cents", 80),
                        node("dear").label("cents", 250))
                .schedule(pod("web"))
                .rejectsUnresolvable("dear", "node(s) cost more than the cap")
                .scores("free", 100)
                .scores("cheap", 75)
                .scores("fair", 0);
    }

    @Test
    void aNodeThatBecomesCheaperRequeuesThePod() {
        var relabeled = ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL);
        var change =
                ObjectChange.updated(
                        node("n").label("cents", 250).build(),
                        node("n").label("cents", 20).build());

        assertThat(tester.requeues(pod("web"), relabeled, change)).isTrue();
    }

    @Test
    void aPriceThatIsNoneKeepsPodsOffThatNodeOnly() {
        tester.nodes(node("typo").label("cents", "2O"), node("cheap").label("cents", 20))
                .schedule(pod("web"))
                .rejectsUnresolvable("typo", "node(s) cost more than the cap")
                .passes("cheap");
    }

    @Test
    void aCapMustBePositive() {
        var problems = new ArrayList<String>();
        provider.check(
                new NodeCost.Args("cents", 0),
                gate -> false,
                (path, value, problem) -> problems.add(path + " " + problem + ", was " + value));

        assertThat(problems).containsExactly("maxCents must be positive, was 0");
    }
}
// end
