package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.current;
import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest {
    private final Store store = new Store(VirtualClock.atEpoch(), 1);
    private final ObjectVersion web = store.create(pod("web")).orThrow();

    private Reply<ObjectVersion> patch(String change, WriteScope part) {
        return store.patch(Kind.POD, "default", "web", new Patch.Merge(tree(change)), part);
    }

    private Reply<ObjectVersion> strategic(String change, WriteScope part) {
        return store.patch(Kind.POD, "default", "web", new Patch.Strategic(tree(change)), part);
    }

    private static long generation(ObjectVersion object) {
        return ObjectFields.GENERATION.number(object.json(), 0);
    }

    @Test
    void anUpdateWithAStaleVersionConflicts() {
        Json.Obj mine = merge(web.json(), "{'metadata': {'labels': {'a': '1'}}}");
        store.replace(merge(web.json(), "{'metadata': {'labels': {'b': '1'}}}"), WriteScope.MAIN)
                .orThrow();

        assertRefused(
                store.replace(mine, WriteScope.MAIN),
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on pods \"web\": the object has been modified;"
                        + " please apply your changes to the latest version and try again");
    }

    @Test
    void withoutAResourceVersionTheLastWriteWins() {
        Json.Obj anyVersion = ObjectFields.RESOURCE_VERSION.remove(web.json());
        store.replace(merge(anyVersion, "{'metadata': {'labels': {'b': '1'}}}"), WriteScope.MAIN)
                .orThrow();

        ObjectVersion now =
                store.replace(
                                merge(anyVersion, "{'metadata': {'labels': {'a': '1'}}}"),
                                WriteScope.MAIN)
                        .orThrow();

        assertThat(ObjectFields.LABELS.object(now.json())).isEqualTo(tree("{'a': '1'}"));
    }

    @Test
    void anObjectWithAnotherUidIsNotReplaced() {
        assertThat(
                        store.replace(
                                merge(
                                        web.json(),
                                        "{'metadata': {'uid': 'other', 'resourceVersion': null}}"),
                                WriteScope.MAIN))
                .isInstanceOf(Reply.Refused.class);
    }

    @Test
    void anAbsentObjectCannotBeReplaced() {
        assertRefused(
                store.replace(pod("db"), WriteScope.MAIN),
                StatusReason.NOT_FOUND,
                "pods \"db\" not found");
    }

    @Test
    void anUpdateWithoutAChangeKeepsTheResourceVersion() {
        assertThat(store.replace(web.json(), WriteScope.MAIN).orThrow()).isSameAs(web);
        assertThat(store.revision()).isEqualTo(web.revision());
    }

    @Test
    void aChangeOfTheSpecIncrementsTheGeneration() {
        assertThat(
                        generation(
                                patch("{'spec': {'activeDeadlineSeconds': 5}}", WriteScope.MAIN)
                                        .orThrow()))
                .isEqualTo(2);
    }

    @Test
    void aChangeOfLabelsOrStatusKeepsTheGeneration() {
        patch("{'metadata': {'labels': {'a': 'b'}}}", WriteScope.MAIN).orThrow();
        patch("{'status': {'phase': 'Running'}}", WriteScope.STATUS).orThrow();

        assertThat(generation(current(store, "web"))).isEqualTo(1);
    }

    @Test
    void onlyTheSubresourceChangesTheStatus() {
        patch("{'status': {'phase': 'Running'}}", WriteScope.MAIN).orThrow();
        assertThat(text(current(store, "web"), ".status.phase")).isEqualTo("Pending");

        patch(
                        "{'status': {'phase': 'Running'}, 'spec': {'activeDeadlineSeconds': 5}}",
                        WriteScope.STATUS)
                .orThrow();
        assertThat(text(current(store, "web"), ".status.phase")).isEqualTo("Running");
        assertThat(Path.parse(".spec.activeDeadlineSeconds").in(current(store, "web").json()))
                .isFalse();
    }

    @Test
    void clientsCannotChangeSystemFields() {
        patch(
                        "{'metadata': {'creationTimestamp': '2020-01-01T00:00:00Z', 'generation':"
                                + " 9, 'deletionTimestamp': '2020-01-01T00:00:00Z', 'labels': {'a':"
                                + " 'b'}}}",
                        WriteScope.MAIN)
                .orThrow();

        assertThat(text(current(store, "web"), ".metadata.creationTimestamp"))
                .isEqualTo("2026-01-01T00:00:00Z");
        assertThat(generation(current(store, "web"))).isEqualTo(1);
        assertThat(ObjectFields.DELETED.in(current(store, "web").json())).isFalse();
    }

    @Test
    void anUpdateCannotSetTheNodeOfAPod() {
        assertThat(patch("{'spec': {'nodeName': 'n1'}}", WriteScope.MAIN))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        rejected ->
                                assertThat(rejected.why().reason())
                                        .isEqualTo(StatusReason.INVALID));
    }

    @Test
    void schedulingGatesCanBeRemovedButNotAdded() {
        store.create(
                merge(
                        pod("gated"),
                        "{'spec': {'schedulingGates': [{'name': 'a'}, {'name': 'b'}]}}"));

        assertThat(
                        store.patch(
                                        Kind.POD,
                                        "default",
                                        "gated",
                                        new Patch.Merge(
                                                tree(
                                                        "{'spec': {'schedulingGates': [{'name':"
                                                                + " 'b'}]}}")),
                                        WriteScope.MAIN)
                                .granted())
                .isTrue();
        assertRefused(
                store.patch(
                        Kind.POD,
                        "default",
                        "gated",
                        new Patch.Merge(tree("{'spec': {'schedulingGates': [{'name': 'c'}]}}")),
                        WriteScope.MAIN),
                StatusReason.INVALID,
                "Pod \"gated\" is invalid: spec.schedulingGates[0].name: Forbidden: only deletion"
                        + " is allowed, but found new scheduling gate 'c'");
    }

    @Test
    void aMergePatchReplacesListsAndRemovesNulls() {
        patch("{'metadata': {'labels': {'a': '1', 'b': '2'}}}", WriteScope.MAIN).orThrow();

        patch("{'metadata': {'labels': {'a': null, 'c': '3'}}}", WriteScope.MAIN).orThrow();

        assertThat(ObjectFields.LABELS.object(current(store, "web").json()))
                .isEqualTo(tree("{'b': '2', 'c': '3'}"));
    }

    @Test
    void aStrategicPatchMergesConditionsByType() {
        strategic(
                        "{'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'reason':"
                                + " 'x'}]}}",
                        WriteScope.STATUS)
                .orThrow();
        strategic(
                        "{'status': {'$setElementOrder/conditions': [{'type': 'PodScheduled'},"
                                + " {'type': 'Ready'}], 'conditions': [{'type': 'PodScheduled',"
                                + " 'status': 'False'}, {'type': 'Ready', 'status': 'True'}],"
                                + " 'nominatedNodeName': 'n1'}}",
                        WriteScope.STATUS)
                .orThrow();

        assertThat(ObjectFields.STATUS.object(current(store, "web").json()))
                .isEqualTo(
                        tree(
                                "{'phase': 'Pending', 'nominatedNodeName': 'n1', 'conditions':"
                                        + " [{'type': 'PodScheduled', 'status': 'False'}, {'type':"
                                        + " 'Ready', 'status': 'True', 'reason': 'x'}]}"));

        strategic("{'status': {'nominatedNodeName': null}}", WriteScope.STATUS).orThrow();
        assertThat(ObjectFields.NOMINATED.in(current(store, "web").json())).isFalse();
    }

    @Test
    void aStrategicPatchCanDeleteAndReplaceElements() {
        strategic(
                        "{'metadata': {'finalizers': ['a/1', 'b/2']}, 'spec': {'containers':"
                                + " [{'name': 'side', 'image': 's'}]}}",
                        WriteScope.MAIN)
                .orThrow();
        assertThat(Path.parse(".spec.containers").items(current(store, "web").json())).hasSize(2);

        strategic(
                        "{'metadata': {'$deleteFromPrimitiveList/finalizers': ['a/1']}, 'spec':"
                                + " {'containers': [{'name': 'c', '$patch': 'delete'}]}}",
                        WriteScope.MAIN)
                .orThrow();
        assertThat(Path.parse(".spec.containers").items(current(store, "web").json()))
                .containsExactly(tree("{'name': 'side', 'image': 's'}"));
        assertThat(ObjectFields.FINALIZERS.items(current(store, "web").json()))
                .containsExactly(Json.of("b/2"));
    }

    private Reply<ObjectVersion> operations(String list) {
        var operations = (Json.Arr) Json.parse(list.replace('\'', '"'));
        return store.patch(web, new Patch.Operations(operations.elements()), WriteScope.MAIN);
    }

    @Test
    void aJsonPatchAppliesItsOperations() {
        ObjectVersion now =
                operations(
                                """
                                [{'op': 'add', 'path': '/metadata/labels', 'value': {'a': '1', 'b/c': '2'}},
                                 {'op': 'test', 'path': '/metadata/labels/b~1c', 'value': '2'},
                                 {'op': 'move', 'from': '/metadata/labels/a', 'path': '/metadata/labels/d'},
                                 {'op': 'copy', 'from': '/metadata/labels/d', 'path': '/metadata/labels/e'},
                                 {'op': 'remove', 'path': '/metadata/labels/b~1c'},
                                 {'op': 'add', 'path': '/spec/tolerations', 'value': []},
                                 {'op': 'add', 'path': '/spec/tolerations/-', 'value': {'key': 'y'}},
                                 {'op': 'add', 'path': '/spec/tolerations/0', 'value': {'key': 'x'}},
                                 {'op': 'replace', 'path': '/spec/tolerations/1/key', 'value': 'z'},
                                 {'op': 'remove', 'path': '/spec/tolerations/0'}]
                                """)
                        .orThrow();

        assertThat(ObjectFields.LABELS.object(now.json())).isEqualTo(tree("{'d': '1', 'e': '1'}"));
        assertThat(Path.parse(".spec.tolerations").items(now.json()))
                .containsExactly(tree("{'key': 'z'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op': 'test', 'path': '/metadata/name', 'value': 'db'}]",
                "[{'op': 'remove', 'path': '/metadata/labels'}]",
                "[{'op': 'replace', 'path': '/spec/none', 'value': 1}]",
                "[{'op': 'add', 'path': '/spec/containers/7', 'value': {}}]",
                "[{'op': 'add', 'path': '/spec/containers/x', 'value': {}}]",
                "[{'op': 'add', 'path': '/metadata/name/deeper', 'value': 1}]",
                "[{'op': 'add', 'path': '/metadata/labels'}]",
                "[{'op': 'add', 'path': 'metadata', 'value': {}}]",
                "[{'op': 'remove', 'path': ''}]",
                "[{'op': 'replace', 'path': '', 'value': []}]",
                "[{'op': 'turn', 'path': '/spec'}]"
            })
    void aJsonPatchThatFailsChangesNothing(String list) {
        assertThat(operations(list))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        rejected ->
                                assertThat(rejected.why().reason())
                                        .isEqualTo(StatusReason.INVALID));
        assertThat(current(store, "web")).isSameAs(web);
    }
}
