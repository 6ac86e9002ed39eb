package dev.berth.controlplane.api;

import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WritesTest {
    private static final WriteOptions DRY = new WriteOptions(true, FieldValidation.WARN);

    private final Store store = new Store(VirtualClock.atEpoch(), 1);
    private final Api api = new Api(store);
    private final ApiResource maps = api.catalog().find("", "v1", "configmaps").orElseThrow();
    private final ApiResource pods = api.catalog().find("", "v1", "pods").orElseThrow();

    @BeforeEach
    void createANamespace() {
        ApiResource namespaces = api.catalog().find("", "v1", "namespaces").orElseThrow();
        api.create(namespaces, "", tree("{'metadata': {'name': 'x'}}"), WriteOptions.DEFAULT)
                .orThrow();
    }

    private Json.Obj make(ApiResource resource, String object) {
        return api.create(resource, "x", tree(object), WriteOptions.DEFAULT).orThrow().object();
    }

    @Test
    void aDryRunChangesNothing() {
        make(maps, "{'metadata': {'name': 'a'}, 'data': {'k': 'v'}}");
        long before = store.revision();

        api.create(maps, "x", tree("{'metadata': {'name': 'b'}}"), DRY).orThrow();
        api.patch(
                        maps,
                        WriteScope.MAIN,
                        "x",
                        "a",
                        new Patch.Merge(tree("{'data': {'k': 'w'}}")),
                        DRY)
                .orThrow();
        api.delete(
                        maps,
                        "x",
                        "a",
                        new DeleteOptions(
                                DeleteOptions.DEFAULT.deletion(),
                                DeleteOptions.Propagation.UNSPECIFIED,
                                true))
                .orThrow();

        assertThat(store.revision()).isEqualTo(before);
        assertThat(api.get(maps, "x", "b").granted()).isFalse();
        assertThat(Path.of("data", "k").text(api.get(maps, "x", "a").orThrow())).isEqualTo("v");
    }

    @Test
    void unknownFieldsAreReportedAndDropped() {
        WriteResult written =
                api.create(
                                maps,
                                "x",
                                tree("{'metadata': {'name': 'a', 'nom': 1}, 'dta': {}}"),
                                WriteOptions.DEFAULT)
                        .orThrow();

        assertThat(written.warnings())
                .containsExactly("unknown field \"metadata.nom\"", "unknown field \"dta\"");
        assertThat(written.object().fields()).doesNotContainKey("dta");
    }

    @Test
    void quantitiesAreStoredInCanonicalForm() {
        Json.Obj pod =
                make(
                        pods,
                        "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image':"
                                + " 'i', 'resources': {'requests': {'cpu': '0.5', 'memory':"
                                + " '1024Mi'}}}]}}");

        Json requests =
                Path.of("resources", "requests")
                        .object(Path.of("spec", "containers").items(pod).getFirst());
        assertThat(requests).isEqualTo(tree("{'cpu': '500m', 'memory': '1Gi'}"));
    }

    @Test
    void replacingAnObjectWithItselfChangesNothing() {
        Json.Obj pod =
                make(
                        pods,
                        "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image':"
                                + " 'i'}]}}");
        long before = store.revision();

        api.replace(pods, WriteScope.MAIN, "x", "p", pod, WriteOptions.DEFAULT).orThrow();
        assertThat(store.revision()).isEqualTo(before);
    }

    @Test
    void aClientCanLabelAPodThatTheStoreCreatedWithoutDefaults() {
        store.create(
                        tree(
                                "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'x',"
                                        + " 'name': 'p'}, 'spec': {'containers': [{'name': 'c',"
                                        + " 'image': 'i', 'resources': {'requests': {'cpu':"
                                        + " '1000m'}}}]}}"))
                .orThrow();

        WriteResult labeled =
                api.patch(
                                pods,
                                WriteScope.MAIN,
                                "x",
                                "p",
                                new Patch.Merge(tree("{'metadata': {'labels': {'a': 'b'}}}")),
                                WriteOptions.DEFAULT)
                        .orThrow();

        assertThat(Path.of("metadata", "generation").number(labeled.object(), 0)).isEqualTo(1);
    }

    @Test
    void podsOfAClientGetTheServiceAccountOfTheirNamespace() {
        Json.Obj pod =
                make(
                        pods,
                        "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image':"
                                + " 'i'}]}}");

        assertThat(Path.of("spec", "serviceAccountName").text(pod)).isEqualTo("default");
    }
}
