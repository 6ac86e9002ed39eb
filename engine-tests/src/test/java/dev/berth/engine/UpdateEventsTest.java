package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.queue.UpdateEvents;
import dev.berth.model.Pod;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.PodStatus;
import dev.berth.model.ResourceList;
import dev.berth.model.Taint;
import dev.berth.spi.ClusterEvent;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The events of an update, in order.
class UpdateEventsTest {
    record OfPod(String name, PodBuilder before, PodBuilder after, List<String> events) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static OfPod update(
            String name, PodBuilder before, PodBuilder after, String... events) {
        return new OfPod(name, before, after, List.of(events));
    }

    private static PodBuilder web() {
        return pod("web").cpu("1").memory("1Gi");
    }

    static Stream<OfPod> podUpdates() {
        return Stream.of(
                update(
                        "nothing that matters",
                        web(),
                        web().annotation("a", "b"),
                        "TargetPodUpdate"),
                update(
                        "a label comes",
                        web(),
                        web().label("app", "web"),
                        "TargetPodUpdatePodLabel"),
                update(
                        "a label of a pod on a node changes",
                        web().on("n1").label("app", "web"),
                        web().on("n1").label("app", "db"),
                        "AssignedPodUpdatePodLabel"),
                update(
                        "less of one resource",
                        web(),
                        web().cpu("999m"),
                        "TargetPodUpdatePodScaleDown"),
                update("more of one resource", web(), web().cpu("2"), "TargetPodUpdatePodScaleUp"),
                update(
                        "more of one resource in place",
                        web().on("n1"),
                        web().on("n1").cpu("2"),
                        "AssignedPodUpdatePodScaleUp"),
                update(
                        "more of one and less of another",
                        web(),
                        web().cpu("2").memory("1Mi"),
                        "TargetPodUpdatePodScaleDown",
                        "TargetPodUpdatePodScaleUp"),
                update(
                        "a resource is no longer asked for",
                        web().request("example.com/gpu", "1"),
                        web(),
                        "TargetPodUpdatePodScaleDown"),
                update(
                        "less by a part of a unit that is rounded away",
                        web().memory("1000m"),
                        web().memory("1"),
                        "TargetPodUpdate"),
                update(
                        "less is wanted, but as much is still in force",
                        web().on("n1").cpu("2").inForce("cpu", "2"),
                        web().on("n1").cpu("1").inForce("cpu", "2"),
                        "AssignedPodUpdate"),
                update(
                        "less is in force now",
                        web().on("n1").cpu("1").inForce("cpu", "2"),
                        web().on("n1").cpu("1").inForce("cpu", "1"),
                        "AssignedPodUpdatePodScaleDown"),
                update(
                        "less for the pod as a whole",
                        web().podRequest("cpu", "3"),
                        web().podRequest("cpu", "2"),
                        "TargetPodUpdatePodScaleDown"),
                update(
                        "one gate of two goes",
                        web().gate("a").gate("b"),
                        web().gate("b"),
                        "TargetPodUpdate"),
                update(
                        "the last gate goes",
                        web().gate("b"),
                        web(),
                        "TargetPodUpdatePodSchedulingGatesEliminated"),
                update(
                        "a toleration comes",
                        web(),
                        web().toleration("k", "Exists", "", ""),
                        "TargetPodUpdatePodToleration"),
                update(
                        "a toleration takes the place of another, which no server allows",
                        web().toleration("a", "Exists", "", ""),
                        web().toleration("b", "Exists", "", ""),
                        "TargetPodUpdate"),
                update(
                        "several at once",
                        web().gate("a"),
                        web().cpu("1m").label("x", "y").toleration("k", "Exists", "", ""),
                        "TargetPodUpdatePodLabel",
                        "TargetPodUpdatePodScaleDown",
                        "TargetPodUpdatePodSchedulingGatesEliminated",
                        "TargetPodUpdatePodToleration"));
    }

    @ParameterizedTest
    @MethodSource("podUpdates")
    void everyChangeOfAPodThatMattersIsAnEvent(OfPod each) {
        assertThat(UpdateEvents.ofPod(each.before.build(), each.after.build()))
                .extracting(ClusterEvent::label)
                .containsExactlyElementsOf(each.events);
    }

    @Test
    void aClaimMadeForAPodIsAnEvent() {
        Pod before = web().build();
        var status =
                new PodStatus(
                        "Pending",
                        "",
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        ResourceList.NONE,
                        new PodClaimStatuses(
                                List.of(
                                        new PodClaimStatuses.Generated(
                                                "gpu", Optional.of("web-gpu-x"))),
                                Optional.empty()));
        assertThat(UpdateEvents.ofPod(before, new Pod(before.meta(), before.spec(), status)))
                .extracting(ClusterEvent::label)
                .containsExactly("TargetPodUpdatePodGeneratedResourceClaim");
    }

    record OfNode(String name, NodeBuilder before, NodeBuilder after, List<String> events) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static OfNode nodeUpdate(
            String name, NodeBuilder before, NodeBuilder after, String... events) {
        return new OfNode(name, before, after, List.of(events));
    }

    private static NodeBuilder n1() {
        return node("n1").condition("Ready", "True");
    }

    static Stream<OfNode> nodeUpdates() {
        return Stream.of(
                nodeUpdate("nothing", n1(), n1()),
                nodeUpdate("an image comes", n1(), n1().image(1, "nginx")),
                nodeUpdate("a cordon", n1(), n1().cordoned()),
                nodeUpdate("the end of a cordon", n1().cordoned(), n1(), "NodeUpdateNodeTaint"),
                nodeUpdate("other amounts", n1(), n1().cpu("5"), "NodeUpdateNodeAllocatable"),
                nodeUpdate("the same amounts in other words", n1(), n1().cpu("4000m")),
                nodeUpdate("a label", n1(), n1().label("disk", "ssd"), "NodeUpdateNodeLabel"),
                nodeUpdate(
                        "a taint",
                        n1(),
                        n1().taint("k", "v", Taint.NO_SCHEDULE),
                        "NodeUpdateNodeTaint"),
                nodeUpdate(
                        "a condition turns",
                        n1(),
                        node("n1").condition("Ready", "False"),
                        "NodeUpdateNodeCondition"),
                nodeUpdate(
                        "an annotation",
                        n1(),
                        n1().annotation("a", "b"),
                        "NodeUpdateNodeAnnotation"),
                nodeUpdate("a feature", n1(), n1().declares("X"), "NodeUpdateNodeDeclaredFeature"),
                nodeUpdate(
                        "all at once, and taints twice with the end of a cordon",
                        n1().cordoned(),
                        node("n1")
                                .cpu("8")
                                .label("disk", "ssd")
                                .taint("k", "", Taint.NO_EXECUTE)
                                .annotation("a", "b")
                                .declares("X"),
                        "NodeUpdateNodeTaint",
                        "NodeUpdateNodeAllocatable",
                        "NodeUpdateNodeLabel",
                        "NodeUpdateNodeTaint",
                        "NodeUpdateNodeCondition",
                        "NodeUpdateNodeAnnotation",
                        "NodeUpdateNodeDeclaredFeature"));
    }

    @ParameterizedTest
    @MethodSource("nodeUpdates")
    void everyChangeOfANodeThatMattersIsAnEvent(OfNode each) {
        assertThat(UpdateEvents.ofNode(each.before.build(), each.after.build()))
                .extracting(ClusterEvent::label)
                .containsExactlyElementsOf(each.events);
    }

    record Match(String name, int registered, String resource, int incoming, boolean matches) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Match> matches() {
        int all = ClusterEvent.ALL;
        int update = ClusterEvent.UPDATE;
        int label = ClusterEvent.UPDATE_POD_LABEL;
        String assigned = ClusterEvent.ASSIGNED_POD;
        String pending = ClusterEvent.UNSCHEDULED_POD;
        return Stream.of(
                new Match("one bit and itself", label, assigned, label, true),
                new Match("pods are pods wherever they are", label, pending, label, true),
                new Match("any update covers a certain one", update, assigned, label, true),
                new Match(
                        "a certain one does not cover any update", label, assigned, update, false),
                new Match(
                        "adding and any update covers any update",
                        ClusterEvent.ADD | update,
                        assigned,
                        update,
                        true),
                new Match(
                        "a larger bit does not cover a smaller one",
                        label,
                        assigned,
                        ClusterEvent.ADD,
                        false),
                new Match("everything covers a deletion", all, assigned, ClusterEvent.DELETE, true),
                new Match("pods are not nodes", all, ClusterEvent.NODE, ClusterEvent.ADD, false));
    }

    @ParameterizedTest
    @MethodSource("matches")
    void aRegistrationCoversWhatIsAsCertainOrMore(Match each) {
        ClusterEvent registered = ClusterEvent.of(ClusterEvent.POD, each.registered);
        assertThat(registered.matches(ClusterEvent.of(each.resource, each.incoming)))
                .isEqualTo(each.matches);
    }

    @Test
    void aWildcardRegistrationGetsEveryEvent() {
        var everything = new ClusterEvent(ClusterEvent.ANY, ClusterEvent.ALL, "");
        var anyAdd = ClusterEvent.of(ClusterEvent.ANY, ClusterEvent.ADD);
        assertThat(everything.matches(ClusterEvent.NODE_ADD)).isTrue();
        assertThat(everything.matches(ClusterEvent.UNSCHEDULABLE_TIMEOUT)).isTrue();
        assertThat(anyAdd.matches(ClusterEvent.NODE_ADD)).isTrue();
        assertThat(anyAdd.matches(ClusterEvent.NODE_DELETE)).isFalse();
        assertThat(anyAdd.matches(ClusterEvent.FORCE_ACTIVATE)).isFalse();
    }
}
