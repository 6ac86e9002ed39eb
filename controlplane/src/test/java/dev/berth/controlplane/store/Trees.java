package dev.berth.controlplane.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// Objects for tests.
public final class Trees {
    private Trees() {}

    /// Parses JSON in which single quotes replace double quotes.
    public static Json.Obj tree(String json) {
        return (Json.Obj) Json.parse(json.replace('\'', '"'));
    }

    public static Json.Obj pod(String name) {
        return tree(
                """
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'default', 'name': '%s'},
                 'spec': {'containers': [{'name': 'c', 'image': 'i', 'resources': {'requests': {'cpu': '100m'}}}]}}
                """
                        .formatted(name));
    }

    public static Json.Obj node(String name) {
        return tree(
                """
                {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s'},
                 'status': {'capacity': {'cpu': '4', 'memory': '8Gi', 'pods': '110'}}}
                """
                        .formatted(name));
    }

    public static Json.Obj merge(Json.Obj object, String change) {
        return MergePatch.merge(object, tree(change));
    }

    public static String text(ObjectVersion object, String path) {
        return Path.parse(path).text(object.json());
    }

    public static void assertRefused(Reply<?> reply, StatusReason reason, String message) {
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        rejected -> {
                            assertThat(rejected.why().message()).isEqualTo(message);
                            assertThat(rejected.why().reason()).isEqualTo(reason);
                        });
    }

    public static ObjectVersion current(Store store, String pod) {
        return store.get(Kind.POD, "default", pod).orThrow();
    }
}
