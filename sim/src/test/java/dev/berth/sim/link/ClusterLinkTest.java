package dev.berth.sim.link;

import static dev.berth.sim.TestObjects.current;
import static dev.berth.sim.TestObjects.merge;
import static dev.berth.sim.TestObjects.node;
import static dev.berth.sim.TestObjects.pod;
import static dev.berth.sim.TestObjects.text;
import static dev.berth.sim.TestObjects.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Condition;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.sim.VirtualCluster;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class ClusterLinkTest {
    private static final Kind POLICY = new Kind("example.com", "v1", "Policy", "policies", true);

    private final VirtualCluster cluster = new VirtualCluster(1);
    private final Store store = cluster.store();
    private final List<Message> delivered = new ArrayList<>();
    private final ClusterLink link = cluster.cluster().link(POLICY);

    ClusterLinkTest() {
        link.deliverTo(delivered::add);
    }

    private List<Message> pumped() {
        delivered.clear();
        while (link.pump(1_000) > 0) {}
        return List.copyOf(delivered);
    }

    private WriteOutcome submit(Write write) {
        var outcomes = new ArrayList<WriteOutcome>();
        link.submit(List.of(new ApiPort.Call(write, outcomes::add)));
        return outcomes.getFirst();
    }

    private Message seen(String pod) {
        return new Message.PodSeen(typed(pod), Optional.of(current(store, pod).json()));
    }

    private Pod typed(String name) {
        return (Pod) current(store, name).typed();
    }

    @Test
    void existingObjectsAreDeliveredFirstNodesBeforePods() {
        cluster.create(pod("web"));
        cluster.create(node("n1"));
        assertThat(link.synced()).isFalse();

        List<Message> messages = pumped();

        assertThat(link.synced()).isTrue();
        assertThat(messages.getLast()).isEqualTo(seen("web"));
        assertThat(messages.get(messages.size() - 2)).isInstanceOf(Message.NodeSeen.class);
        assertThat(messages).filteredOn(Message.ObjectSeen.class::isInstance).hasSize(6);
    }

    @Test
    void changesAreDeliveredInOrder() {
        ObjectVersion policy =
                cluster.create(
                        tree(
                                "{'apiVersion': 'example.com/v1', 'kind': 'Policy', 'metadata':"
                                        + " {'namespace': 'default', 'name': 'p'}}"));
        pumped();

        ObjectVersion web = cluster.create(pod("web"));
        submit(new Write.BindPod("default", "web", web.uid(), "n1"));
        store.delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();
        store.delete(POLICY, "default", "p", DeleteRequest.NOW).orThrow();
        cluster.create(node("n1"));
        store.delete(Kind.NODE, "", "n1", DeleteRequest.NOW).orThrow();

        assertThat(pumped())
                .extracting(Object::getClass)
                .containsExactly(
                        Message.NodeSeen.class,
                        Message.NodeGone.class,
                        Message.ObjectGone.class,
                        Message.PodSeen.class,
                        Message.PodSeen.class,
                        Message.PodSeen.class,
                        Message.PodGone.class);
        assertThat(delivered).contains(new Message.ObjectGone(POLICY, "default/p", policy.uid()));
        assertThat(delivered)
                .contains(new Message.NodeGone("n1"), new Message.PodGone(web.uid(), web.key()));
    }

    @Test
    void kindsCanBePumpedOneByOneAndStepByStep() {
        pumped();
        cluster.create(node("n1"));
        cluster.create(pod("a"));
        cluster.create(pod("b"));

        delivered.clear();
        assertThat(link.pump(Kind.POD, 1)).isEqualTo(1);
        assertThat(link.pump(Kind.POD, 5)).isEqualTo(1);
        assertThat(link.pump(Kind.NODE, 5)).isEqualTo(1);
        assertThat(link.pump(5)).isZero();
        assertThat(delivered)
                .extracting(Object::getClass)
                .containsExactly(
                        Message.PodSeen.class, Message.PodSeen.class, Message.NodeSeen.class);
    }

    @Test
    void aFinishedPodIsDeliveredAsDeleted() {
        cluster.create(merge(pod("old"), "{'status': {'phase': 'Failed'}}"));
        ObjectVersion web = cluster.create(pod("web"));
        assertThat(pumped()).filteredOn(Message.PodSeen.class::isInstance).hasSize(1);

        for (String label : List.of("a", "b")) {
            store.patch(
                            web,
                            new Patch.Merge(
                                    tree(
                                            "{'metadata': {'labels': {'l': '%s'}}, 'status': {'phase': 'Succeeded'}}"
                                                    .formatted(label))),
                            WriteScope.WHOLE)
                    .orThrow();
        }
        store.delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();

        assertThat(pumped()).containsExactly(new Message.PodGone(web.uid(), web.key()));
    }

    @Test
    void afterTooLongAGapOnlyTheDifferenceIsDelivered() {
        ObjectVersion gone = cluster.create(pod("gone"));
        ObjectVersion renewed = cluster.create(pod("renewed"));
        cluster.create(pod("same"));
        cluster.create(pod("changed"));
        pumped();

        store.delete(Kind.POD, "default", "gone", DeleteRequest.NOW).orThrow();
        store.delete(Kind.POD, "default", "renewed", DeleteRequest.NOW).orThrow();
        cluster.create(pod("renewed"));
        cluster.create(pod("fleeting"));
        store.delete(Kind.POD, "default", "fleeting", DeleteRequest.NOW).orThrow();
        cluster.create(pod("new"));
        submit(new Write.BindPod("default", "changed", "", "n1"));
        store.compact(store.revision());

        assertThat(pumped())
                .containsExactly(
                        seen("changed"),
                        seen("new"),
                        new Message.PodGone(renewed.uid(), renewed.key()),
                        seen("renewed"),
                        new Message.PodGone(gone.uid(), gone.key()));
    }

    @Test
    void aBatchOfBindsIsAnsweredInOrder() {
        ObjectVersion a = cluster.create(pod("a"));
        ObjectVersion b = cluster.create(pod("b"));
        var outcomes = new ArrayList<String>();

        link.submit(
                List.of(
                        call(new Write.BindPod("default", "a", a.uid(), "n1"), outcomes),
                        call(new Write.BindPod("default", "a", a.uid(), "n2"), outcomes),
                        call(new Write.BindPod("default", "none", "", "n2"), outcomes),
                        call(new Write.BindPod("default", "b", b.uid(), "n2"), outcomes)));

        assertThat(outcomes)
                .containsExactly(
                        "Done[resourceVersion=]",
                        "Refused[code=409, message=Operation cannot be fulfilled on pods/binding"
                                + " \"a\": pod a is already assigned to node \"n1\"]",
                        "Refused[code=404, message=pods \"none\" not found]",
                        "Done[resourceVersion=]");
        assertThat(text(current(store, "b"), ".spec.nodeName")).isEqualTo("n2");
    }

    private static ApiPort.Call call(Write write, List<String> outcomes) {
        return new ApiPort.Call(write, outcome -> outcomes.add(outcome.toString()));
    }

    private static Condition unschedulable(String message) {
        return new Condition(
                "PodScheduled", "False", "Unschedulable", message, Optional.empty(), 1);
    }

    private WriteOutcome patch(String pod, Condition condition, Nomination nomination) {
        return submit(new Write.PatchPodStatus(typed(pod), Optional.of(condition), nomination));
    }

    @Test
    void aStatusPatchSetsTheConditionAndTheNominatedNode() {
        cluster.create(pod("web"));

        assertThat(patch("web", unschedulable("0/1"), new Nomination.Nominate("n1")))
                .isEqualTo(WriteOutcome.DONE);

        Pod web = typed("web");
        assertThat(web.status().nominatedNodeName()).isEqualTo("n1");
        Condition condition = web.status().condition("PodScheduled").orElseThrow();
        assertThat(condition.message()).isEqualTo("0/1");
        assertThat(condition.lastTransition()).isPresent();

        patch("web", unschedulable("0/1"), Nomination.CLEAR);
        assertThat(typed("web").status().nominatedNodeName()).isEmpty();
    }

    @Test
    void aStatusPatchThatChangesNothingIsNotSent() {
        cluster.create(pod("web"));
        patch("web", unschedulable("0/1"), Nomination.KEEP);
        long before = store.revision();

        var again =
                new Condition("PodScheduled", "False", "Unschedulable", "0/1", Optional.empty(), 2);
        assertThat(patch("web", again, Nomination.CLEAR)).isEqualTo(WriteOutcome.DONE);

        assertThat(store.revision()).isEqualTo(before);
    }

    @Test
    void aConditionKeepsItsTransitionTimeWhileItsStatusIsTheSame() {
        cluster.create(pod("web"));
        patch("web", unschedulable("0/1"), Nomination.KEEP);
        Optional<?> since =
                typed("web").status().condition("PodScheduled").orElseThrow().lastTransition();
        cluster.advance(Duration.ofMinutes(1));

        patch("web", unschedulable("0/2"), Nomination.KEEP);

        Condition condition = typed("web").status().condition("PodScheduled").orElseThrow();
        assertThat(condition.lastTransition()).isEqualTo(since);
        assertThat(condition.message()).isEqualTo("0/2");
    }

    @Test
    void aStatusPatchForADeletedPodIsNotFound() {
        cluster.create(pod("web"));
        Pod web = typed("web");
        store.delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();

        assertThat(
                        submit(
                                new Write.PatchPodStatus(
                                        web, Optional.of(unschedulable("m")), Nomination.KEEP)))
                .isEqualTo(new WriteOutcome.Refused(404, "pods \"web\" not found"));
    }

    @Test
    void aStatusPatchDoesNotApplyToAPodWithAnotherUid() {
        cluster.create(pod("web"));
        Pod old = typed("web");
        store.delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();
        cluster.create(pod("web"));
        long before = store.revision();

        assertThat(
                        submit(
                                new Write.PatchPodStatus(
                                        old, Optional.of(unschedulable("m")), Nomination.KEEP)))
                .isInstanceOfSatisfying(
                        WriteOutcome.Refused.class,
                        rejected ->
                                assertThat(rejected.code())
                                        .isEqualTo(WriteOutcome.Refused.CONFLICT));
        assertThat(store.revision()).isEqualTo(before);
    }

    @Test
    void aVictimWithTheSameUidIsDeletedWithItsGracePeriod() {
        cluster.create(merge(pod("web"), "{'spec': {'nodeName': 'n1'}}"));

        assertThat(submit(new Write.DeletePod("default", "web", "other")))
                .isInstanceOfSatisfying(
                        WriteOutcome.Refused.class,
                        rejected ->
                                assertThat(rejected.code())
                                        .isEqualTo(WriteOutcome.Refused.CONFLICT));
        assertThat(submit(new Write.DeletePod("default", "web", typed("web").uid())))
                .isEqualTo(WriteOutcome.DONE);
        assertThat(typed("web").terminating()).isTrue();
    }

    @Test
    void anObjectIsReplacedIfItHasNotChanged() {
        ObjectVersion claim =
                cluster.create(
                        tree(
                                "{'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaim',"
                                    + " 'metadata': {'namespace': 'default', 'name': 'c'}, 'spec':"
                                    + " {}}"));
        var replace =
                new Write.Replace(
                        claim.kind(),
                        "default",
                        "c",
                        claim.uid(),
                        merge(claim.json(), "{'status': {'allocation': {'a': 1}}}"));

        assertThat(submit(replace)).isEqualTo(WriteOutcome.DONE);
        assertThat(
                        Path.parse(".status.allocation.a")
                                .number(
                                        store.get(claim.kind(), "default", "c").orThrow().json(),
                                        0))
                .isEqualTo(1);
        assertThat(submit(replace)).isInstanceOf(WriteOutcome.Refused.class);
    }

    @Test
    void aReadReturnsTheCurrentPod() {
        cluster.create(pod("web"));
        var outcomes = new ArrayList<ReadOutcome>();

        link.read("default", "web", outcomes::add);
        link.read("default", "none", outcomes::add);

        assertThat(outcomes)
                .containsExactly(
                        new ReadOutcome.Found(
                                typed("web"), Optional.of(current(store, "web").json())),
                        new ReadOutcome.Absent());
    }

    @Test
    void aRepeatedEventBecomesASeries() {
        cluster.create(pod("web"));
        var note =
                new EventRecord(typed("web"), true, "FailedScheduling", "Scheduling", "0/1 nodes");

        link.events(List.of(note, note));
        link.events(List.of(note));

        List<ObjectVersion> events = store.list(ObjectSelection.of(Kind.EVENT)).objects();
        assertThat(events).hasSize(1);
        ObjectVersion event = events.getFirst();
        assertThat(text(event, ".note")).isEqualTo("0/1 nodes");
        assertThat(text(event, ".type")).isEqualTo("Warning");
        assertThat(text(event, ".regarding.uid")).isEqualTo(typed("web").uid());
        assertThat(text(event, ".eventTime")).isEqualTo("2026-01-01T00:00:00.000000Z");
        assertThat(Path.parse(".series.count").number(event.json(), 0)).isEqualTo(3);
    }
}
