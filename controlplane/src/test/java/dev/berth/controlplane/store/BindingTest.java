package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.current;
import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.Labels;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class BindingTest {
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final Store store = new Store(clock, 1);

    private Reply<ObjectVersion> bind(String pod, String uid, String node) {
        return store.bind(BindRequest.of("default", pod, uid, node));
    }

    @Test
    void aBoundPodHasItsNodeAndTheConditionPodScheduled() {
        ObjectVersion web = store.create(pod("web")).orThrow();
        clock.advance(Duration.ofSeconds(5));

        ObjectVersion bound = bind("web", web.uid(), "n1").orThrow();

        assertThat(text(bound, ".spec.nodeName")).isEqualTo("n1");
        assertThat(ObjectFields.CONDITIONS.items(bound.json()).toString())
                .contains("\"type\":\"PodScheduled\"")
                .contains("\"status\":\"True\"")
                .contains("\"lastTransitionTime\":\"2026-01-01T00:00:05Z\"");
        assertThat(ObjectFields.GENERATION.number(bound.json(), 0)).isEqualTo(1);
        assertThat(bound.revision()).isEqualTo(store.revision());
    }

    @Test
    void aBindClearsTheNominatedNodeAndReplacesTheCondition() {
        store.create(
                merge(
                        pod("web"),
                        """
                        {'status': {'phase': 'Pending', 'nominatedNodeName': 'n2', 'conditions': [
                            {'type': 'PodScheduled', 'status': 'False', 'reason': 'Unschedulable'},
                            {'type': 'Other', 'status': 'True'}]}}
                        """));

        ObjectVersion bound = bind("web", "", "n1").orThrow();

        assertThat(ObjectFields.NOMINATED.in(bound.json())).isFalse();
        assertThat(ObjectFields.CONDITIONS.items(bound.json())).hasSize(2);
        assertThat(ObjectFields.CONDITIONS.items(bound.json()).getFirst().toString())
                .contains("PodScheduled", "True")
                .doesNotContain("Unschedulable");
    }

    @Test
    void anAbsentPodIsNotFound() {
        assertRefused(bind("web", "", "n1"), StatusReason.NOT_FOUND, "pods \"web\" not found");
    }

    @Test
    void aPodWithAnotherUidIsAConflict() {
        ObjectVersion web = store.create(pod("web")).orThrow();

        assertRefused(
                bind("web", "other", "n1"),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on pods \"web\": StorageError: invalid object, Code:"
                    + " 4, Key: /registry/pods/default/web, ResourceVersion: 0, AdditionalErrorMsg:"
                    + " Precondition failed: UID in precondition: other, UID in object meta: "
                        + web.uid());
    }

    @Test
    void aPodThatHasANodeIsAConflict() {
        store.create(pod("web"));
        bind("web", "", "n1").orThrow();
        long before = store.revision();

        assertRefused(
                bind("web", "", "n2"),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on pods/binding \"web\": pod web is already assigned"
                        + " to node \"n1\"");
        assertThat(store.revision()).isEqualTo(before);
    }

    @Test
    void aPodThatIsBeingDeletedIsAConflict() {
        store.create(merge(pod("web"), "{'metadata': {'finalizers': ['example.com/hold']}}"));
        store.delete(Kind.POD, "default", "web", DeleteRequest.DEFAULT).orThrow();

        assertRefused(
                bind("web", "", "n1"),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on pods/binding \"web\": pod web is being deleted,"
                        + " cannot be assigned to a host");
    }

    @Test
    void aPodWithGatesIsAConflict() {
        store.create(
                merge(pod("web"), "{'spec': {'schedulingGates': [{'name': 'example.com/wait'}]}}"));

        assertRefused(
                bind("web", "", "n1"),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on pods/binding \"web\": pod web has non-empty"
                        + " .spec.schedulingGates");
    }

    @Test
    void aBindingMustNameANode() {
        store.create(pod("web"));

        assertRefused(bind("web", "", ""), StatusReason.UNKNOWN, "target.name: Required value");
    }

    @Test
    void aBindingCanAddAnnotationsAndLabels() {
        store.create(merge(pod("web"), "{'metadata': {'labels': {'zone': 'mine'}}}"));

        store.bind(
                        new BindRequest(
                                "default",
                                "web",
                                "",
                                "n1",
                                Labels.of("zone", "theirs").with("region", "r"),
                                Labels.of("by", "test")))
                .orThrow();

        assertThat(text(current(store, "web"), ".metadata.labels.zone")).isEqualTo("theirs");
        assertThat(text(current(store, "web"), ".metadata.labels.region")).isEqualTo("r");
        assertThat(text(current(store, "web"), ".metadata.annotations.by")).isEqualTo("test");
    }
}
