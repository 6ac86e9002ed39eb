package dev.berth.app.decide;

import dev.berth.controlplane.store.Kinds;
import dev.berth.manifest.Manifest;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// The kinds of the custom resources in the files, which plugins can read. The embedded cluster
/// derives them in the same way: from their definitions, or from the objects.
final class CustomKinds {
    private static final String DEFINITION = "CustomResourceDefinition";
    private static final String DEFAULT_NAMESPACE = "default";

    private final Kinds kinds = Kinds.builtIn();

    CustomKinds(List<Manifest> manifests) {
        for (Manifest manifest : manifests) {
            if (manifest.kind().equals(DEFINITION)) {
                kinds.named(manifest.apiVersion(), DEFINITION)
                        .ifPresent(kind -> kinds.learnFrom(kind, manifest.object()));
            }
        }
    }

    /// The kind of the manifest; empty if it is a kind of Kubernetes.
    Optional<Kind> find(Manifest manifest) {
        String apiVersion = manifest.apiVersion();
        String group = apiVersion.substring(0, Math.max(apiVersion.indexOf('/'), 0));
        return !group.contains(".") || group.endsWith(".k8s.io")
                ? Optional.empty()
                : Optional.of(
                        kinds.meet(
                                apiVersion,
                                manifest.kind(),
                                !namespaceOf(manifest.object()).isEmpty()));
    }

    /// The object with its namespace.
    static Json.Obj complete(Kind kind, Json.Obj object) {
        return kind.namespaced() && namespaceOf(object).isEmpty()
                ? object.withAt(List.of("metadata", "namespace"), Json.of(DEFAULT_NAMESPACE))
                : object;
    }

    private static String namespaceOf(Json.Obj object) {
        return object.textAt("metadata", "namespace").orElse("");
    }
}
