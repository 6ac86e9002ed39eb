package dev.berth.plugins.nodeunschedulable;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class NodeUnschedulableTest {
    private static final String CORDON = "node.kubernetes.io/unschedulable";
    private static final ClusterEvent TAINT_CHANGED =
            ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT);
    private static final ClusterEvent TOLERATION_ADDED =
            ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_TOLERATION);

    private final NodeUnschedulable.Provider provider = new NodeUnschedulable.Provider();
    private final PluginTester tester = PluginTester.of(provider);

    record Case(String name, PodBuilder pod, boolean tolerates) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> tolerations() {
        return List.of(
                new Case("none", pod("p"), false),
                new Case("the key exists", tolerating(CORDON, "Exists", "", "NoSchedule"), true),
                new Case("any effect", tolerating(CORDON, "Exists", "", ""), true),
                new Case("any key", tolerating("", "Exists", "", ""), true),
                new Case("equal to nothing", tolerating(CORDON, "Equal", "", "NoSchedule"), true),
                new Case("no operator means equal", tolerating(CORDON, "", "", ""), true),
                new Case("no key, equal to nothing", tolerating("", "Equal", "", ""), true),
                new Case("another value", tolerating(CORDON, "Equal", "yes", ""), false),
                new Case("another key", tolerating("gpu", "Exists", "", ""), false),
                new Case("another effect", tolerating(CORDON, "Exists", "", "NoExecute"), false),
                new Case("an unknown operator", tolerating(CORDON, "Like", "", ""), false),
                new Case(
                        "the second of two",
                        tolerating("gpu", "Exists", "", "").toleration(CORDON, "Exists", "", ""),
                        true));
    }

    private static PodBuilder tolerating(String key, String operator, String value, String effect) {
        return pod("p").toleration(key, operator, value, effect);
    }

    @Test
    void anOpenNodeTakesAnyPod() {
        tester.nodes(node("open")).schedule(pod("web")).passes("open");
    }

    @ParameterizedTest
    @MethodSource("tolerations")
    void aCordonedNodeTakesOnlyPodsThatTolerateTheCordon(Case each) {
        PluginResults result = tester.nodes(node("shut").cordoned()).schedule(each.pod);

        if (each.tolerates) {
            result.passes("shut");
        } else {
            result.rejectsUnresolvable("shut", "node(s) were unschedulable");
        }
    }

    record NodeCase(String name, ObjectChange change, boolean requeues) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<NodeCase> nodeChanges() {
        NodeBuilder open = node("n");
        NodeBuilder shut = node("n").cordoned();
        return List.of(
                new NodeCase("an open node comes", ObjectChange.added(open.build()), true),
                new NodeCase("a cordoned node comes", ObjectChange.added(shut.build()), false),
                new NodeCase("uncordoned", ObjectChange.updated(shut.build(), open.build()), true),
                new NodeCase("cordoned", ObjectChange.updated(open.build(), shut.build()), false),
                new NodeCase(
                        "open as before", ObjectChange.updated(open.build(), open.build()), false),
                new NodeCase(
                        "shut as before", ObjectChange.updated(shut.build(), shut.build()), false));
    }

    @ParameterizedTest
    @MethodSource("nodeChanges")
    void onlyANodeThatOpensRequeuesThePod(NodeCase each) {
        ClusterEvent event = each.change.before().isEmpty() ? ClusterEvent.NODE_ADD : TAINT_CHANGED;

        assertThat(tester.requeues(pod("web"), event, each.change)).isEqualTo(each.requeues);
    }

    @Test
    void whatThePodToleratesDoesNotMatterWhenANodeComes() {
        PodBuilder tolerant = pod("web").toleration(CORDON, "Exists", "", "");
        var cordoned = ObjectChange.added(node("n").cordoned().build());

        assertThat(tester.requeues(tolerant, ClusterEvent.NODE_ADD, cordoned)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("tolerations")
    void aTolerationOfItsOwnRequeuesThePodIfItCoversTheCordon(Case each) {
        var change = ObjectChange.updated(pod("p").build(), each.pod.build());

        assertThat(tester.requeues(pod("p"), TOLERATION_ADDED, change)).isEqualTo(each.tolerates);
    }

    @Test
    void theTolerationOfAnotherPodDoesNot() {
        PodBuilder other = pod("other").toleration(CORDON, "Exists", "", "");
        var change = ObjectChange.updated(pod("other").build(), other.build());

        assertThat(tester.requeues(pod("p"), TOLERATION_ADDED, change)).isFalse();
    }

    @Test
    void otherNodeEventsDoNotRequeueThePod() {
        var grown = ObjectChange.updated(node("n").cordoned().build(), node("n").cpu("8").build());
        var event = ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_ALLOCATABLE);

        assertThat(tester.requeues(pod("web"), event, grown)).isFalse();
    }

    @Test
    void itTakesNoArguments() {
        assertThat(provider.name()).isEqualTo("NodeUnschedulable");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
    }
}
