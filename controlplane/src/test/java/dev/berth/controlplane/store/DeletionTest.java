package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.current;
import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.node;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;

class DeletionTest {
    private final Store store = new Store(VirtualClock.atEpoch(), 1);

    private Reply<ObjectVersion> delete(String pod, DeleteRequest deletion) {
        return store.delete(Kind.POD, "default", pod, deletion);
    }

    private boolean there(String pod) {
        return store.find(Kind.POD, "default", pod).isPresent();
    }

    private void boundPod(String change) {
        store.create(merge(merge(pod("web"), "{'spec': {'nodeName': 'n1'}}"), change)).orThrow();
    }

    @Test
    void aPodWithoutANodeGetsADeletionTimestampAndIsRemoved() {
        store.create(pod("web"));
        Watch watch =
                store.watch(ObjectSelection.of(Kind.POD), store.revision(), () -> {}).orThrow();

        delete("web", DeleteRequest.DEFAULT).orThrow();

        List<WatchEvent> events = watch.read(10);
        assertThat(events)
                .extracting(WatchEvent::type)
                .containsExactly(WatchEvent.Type.MODIFIED, WatchEvent.Type.DELETED);
        assertThat(text(events.getFirst().object(), ".metadata.deletionTimestamp")).isNotEmpty();
        assertThat(events.getLast().revision()).isEqualTo(store.revision());
        assertThat(there("web")).isFalse();
    }

    @Test
    void aBoundPodStaysUntilTheKubeletConfirmsItsTermination() {
        boundPod("{'spec': {'terminationGracePeriodSeconds': 20}}");

        ObjectVersion going = delete("web", DeleteRequest.DEFAULT).orThrow();

        assertThat(text(going, ".metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:20Z");
        assertThat(ObjectFields.DELETION_GRACE.number(going.json(), -1)).isEqualTo(20);
        assertThat(ObjectFields.GENERATION.number(going.json(), -1)).isEqualTo(2);
        assertThat(there("web")).isTrue();

        delete("web", DeleteRequest.NOW).orThrow();
        assertThat(there("web")).isFalse();
    }

    @Test
    void theGracePeriodCanOnlyDecrease() {
        boundPod("{}");
        delete("web", DeleteRequest.DEFAULT.within(10)).orThrow();
        long before = store.revision();

        delete("web", DeleteRequest.DEFAULT.within(60)).orThrow();
        delete("web", DeleteRequest.DEFAULT).orThrow();
        assertThat(store.revision()).isEqualTo(before);

        ObjectVersion sooner = delete("web", DeleteRequest.DEFAULT.within(3)).orThrow();
        assertThat(text(sooner, ".metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:03Z");
    }

    @Test
    void aBoundPodWithoutAGracePeriodIsRemovedAtOnce() {
        boundPod("{}");

        delete("web", DeleteRequest.NOW).orThrow();

        assertThat(there("web")).isFalse();
    }

    @Test
    void aFinishedPodIsRemovedAtOnce() {
        boundPod("{'status': {'phase': 'Succeeded'}}");

        delete("web", DeleteRequest.DEFAULT).orThrow();

        assertThat(there("web")).isFalse();
    }

    @Test
    void anObjectStaysUntilItsLastFinalizerIsRemoved() {
        store.create(merge(pod("web"), "{'metadata': {'finalizers': ['a/1', 'b/2']}}"));

        delete("web", DeleteRequest.NOW).orThrow();
        assertThat(text(current(store, "web"), ".metadata.deletionTimestamp")).isNotEmpty();

        Watch watch =
                store.watch(ObjectSelection.of(Kind.POD), store.revision(), () -> {}).orThrow();
        patch("{'metadata': {'finalizers': ['b/2']}}");
        assertThat(there("web")).isTrue();
        patch("{'metadata': {'finalizers': null}}");
        assertThat(there("web")).isFalse();
        assertThat(watch.read(9))
                .extracting(WatchEvent::type)
                .containsExactly(WatchEvent.Type.MODIFIED, WatchEvent.Type.DELETED);
    }

    @Test
    void removingAFinalizerDoesNotEndTheGracePeriod() {
        boundPod("{'metadata': {'finalizers': ['a/1']}}");
        delete("web", DeleteRequest.DEFAULT).orThrow();

        patch("{'metadata': {'finalizers': null}}");
        assertThat(there("web")).isTrue();

        delete("web", DeleteRequest.NOW).orThrow();
        assertThat(there("web")).isFalse();
    }

    private void patch(String change) {
        store.patch(Kind.POD, "default", "web", new Patch.Merge(tree(change)), WriteScope.MAIN)
                .orThrow();
    }

    @Test
    void otherKindsAreRemovedAtOnce() {
        store.create(node("n1"));

        store.delete(Kind.NODE, "", "n1", DeleteRequest.DEFAULT).orThrow();

        assertThat(store.find(Kind.NODE, "", "n1")).isEmpty();
    }

    @Test
    void aPodWithAnotherUidIsNotDeleted() {
        ObjectVersion web = store.create(pod("web")).orThrow();

        assertRefused(
                delete("web", DeleteRequest.DEFAULT.onlyUid("old")),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on Pod \"web\": the UID in the precondition (old) does not match the UID in record (%s). The object might have been deleted and then recreated"
                        .formatted(web.uid()));
        assertThat(there("web")).isTrue();
    }

    @Test
    void aDeletionCanRequireAResourceVersion() {
        ObjectVersion web = store.create(pod("web")).orThrow();

        assertRefused(
                delete("web", new DeleteRequest("", "1", DeleteRequest.NOW.graceSeconds())),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on Pod \"web\": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (%d). The object might have been modified"
                        .formatted(web.revision()));
    }

    @Test
    void anAbsentObjectCannotBeDeleted() {
        assertRefused(
                delete("web", DeleteRequest.DEFAULT),
                StatusReason.NOT_FOUND,
                "pods \"web\" not found");
    }
}
