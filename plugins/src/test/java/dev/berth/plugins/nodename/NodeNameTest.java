package dev.berth.plugins.nodename;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

class NodeNameTest {
    private final NodeName.Provider provider = new NodeName.Provider();
    private final PluginTester tester =
            PluginTester.of(provider).nodes(node("here"), node("there"));

    @Test
    void aPodThatNamesNoNodeMayGoAnywhere() {
        tester.schedule(pod("web")).passes("here", "there");
    }

    @Test
    void aPodThatNamesItsNodeIsKeptOffAllOthersForGood() {
        tester.scheduleWithoutPrePoints(pod("web").on("here"))
                .passes("here")
                .rejectsUnresolvable("there", "node(s) didn't match the requested node name");
    }

    @Test
    void aNodeThatDoesNotExistLeavesNone() {
        tester.scheduleWithoutPrePoints(pod("web").on("other"))
                .rejectsUnresolvable("here", "node(s) didn't match the requested node name")
                .rejectsUnresolvable("there", "node(s) didn't match the requested node name");
    }

    @Test
    void theExplanationDependsOnWhetherTheNodeExists() {
        assertThat(tester.explain(pod("web").on("other"), "here"))
                .isEqualTo(
                        RejectionDetails.of(
                                "add the node that spec.nodeName names, or correct the name: there"
                                        + " is no such node",
                                RejectionFact.ofPod("node-name", "other")
                                        .with("matchingNodes", 0)));
        assertThat(tester.explain(pod("web").on("there"), "here"))
                .isEqualTo(
                        RejectionDetails.of(
                                "remove spec.nodeName from the pod if it can run on another node",
                                RejectionFact.ofPod("node-name", "there")
                                        .with("matchingNodes", 1)));
    }

    @Test
    void anyNewNodeRequeuesThePod() {
        var change = ObjectChange.added(node("new").build());

        assertThat(tester.requeues(pod("web").on("other"), ClusterEvent.NODE_ADD, change)).isTrue();
    }

    @Test
    void aNodeThatGoesDoesNot() {
        var change = ObjectChange.removed(node("old").build());

        assertThat(tester.requeues(pod("web").on("other"), ClusterEvent.NODE_DELETE, change))
                .isFalse();
    }

    @Test
    void itTakesNoArguments() {
        assertThat(provider.name()).isEqualTo("NodeName");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
    }
}
