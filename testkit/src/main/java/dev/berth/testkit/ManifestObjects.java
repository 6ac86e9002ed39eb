package dev.berth.testkit;

import dev.berth.controlplane.store.Kinds;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.Manifests;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Objects from YAML or JSON: the built-in kinds, and the kinds that a plugin reads.
final class ManifestObjects {
    private final Kinds builtIn = Kinds.builtIn();
    private final Decoder decoder = new Decoder();
    private final Set<Kind> read;

    /// @param read the kinds that the plugin declares in `reads()`
    ManifestObjects(Set<Kind> read) {
        this.read = read;
    }

    List<KubeObject> parse(String manifests) {
        return Manifests.parse("manifests", manifests).stream().map(this::object).toList();
    }

    private KubeObject object(Manifest manifest) {
        Kind kind = kind(manifest);
        return manifest.decode(object -> decoder.object(kind, identified(kind, object)));
    }

    private Kind kind(Manifest manifest) {
        Optional<Kind> declared =
                read.stream()
                        .filter(kind ->
                                kind.apiVersion().equals(manifest.apiVersion())
                                        && kind.name().equals(manifest.kind()))
                        .findFirst();
        return declared.or(() -> builtIn.named(manifest.apiVersion(), manifest.kind()))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "the plugin does not read the kind %s %s; return it from Plugin.reads()"
                                        .formatted(manifest.apiVersion(), manifest.kind())));
    }

    /// The object with the default namespace and with an UID, which the API server sets otherwise.
    private static Json.Obj identified(Kind kind, Json.Obj object) {
        Json.Obj metadata = object.objAt("metadata").orElse(Json.Obj.EMPTY);
        if (kind.namespaced() && metadata.textAt("namespace").isEmpty()) {
            metadata = metadata.with("namespace", "default");
        }
        if (metadata.textAt("uid").isEmpty()) {
            String key =
                    Meta.named(
                                    metadata.textAt("namespace").orElse(""),
                                    metadata.textAt("name").orElse(""),
                                    "")
                            .key();
            metadata = metadata.with("uid", key);
        }
        return object.with("metadata", metadata);
    }
}
