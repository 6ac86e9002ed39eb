package dev.berth.testkit;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;

import java.util.stream.Stream;

/// Builds PersistentVolumes. The default is an available volume of 1Gi with the access mode
/// ReadWriteOnce.
///
/// ```java
/// volume("pv-1").size("5Gi").storageClass("local").onlyOn("n1")
/// ```
public final class VolumeBuilder {
    private static final Path CAPACITY = Path.of("spec", "capacity", "storage");
    private static final Path MODES = Path.of("spec", "accessModes");
    private static final Path CLASS = Path.of("spec", "storageClassName");
    private static final Path CLAIM = Path.of("spec", "claimRef");
    private static final Path POLICY = Path.of("spec", "persistentVolumeReclaimPolicy");
    private static final Path PHASE = Path.of("status", "phase");
    private static final Path TERMS =
            Path.of("spec", "nodeAffinity", "required", "nodeSelectorTerms");

    private final String name;
    private Json.Obj tree;

    VolumeBuilder(String name) {
        this.name = name;
        this.tree = ObjectTemplates.named(Kind.PERSISTENT_VOLUME, "", name);
        size("1Gi").modes("ReadWriteOnce").phase("Available");
        set(POLICY, Json.of("Retain"));
        csi("csi.example.com", name);
    }

    private VolumeBuilder set(Path path, Json value) {
        tree = path.set(tree, value);
        return this;
    }

    public VolumeBuilder size(String amount) {
        return set(CAPACITY, Json.of(amount));
    }

    public VolumeBuilder modes(String... modes) {
        return set(MODES, texts(modes));
    }

    public VolumeBuilder storageClass(String storageClass) {
        return set(CLASS, Json.of(storageClass));
    }

    public VolumeBuilder phase(String phase) {
        return set(PHASE, Json.of(phase));
    }

    public VolumeBuilder label(String key, String value) {
        return set(Path.of("metadata", "labels", key), Json.of(value));
    }

    /// Sets a CSI volume source: the driver and the volume handle.
    public VolumeBuilder csi(String driver, String handle) {
        return source("csi", Json.Obj.EMPTY.with("driver", driver).with("volumeHandle", handle));
    }

    /// Sets the volume source: a field of the spec and its content.
    public VolumeBuilder source(String field, Json.Obj detail) {
        Path spec = Path.of("spec");
        tree = spec.set(tree, spec.object(tree).without("csi").with(field, detail));
        return this;
    }

    /// Sets `spec.claimRef` without a UID: the volume is reserved for a claim with this name.
    public VolumeBuilder keptFor(String namespace, String claim) {
        return set(
                CLAIM,
                Json.Obj.EMPTY
                        .with("apiVersion", "v1")
                        .with("kind", "PersistentVolumeClaim")
                        .with("namespace", namespace)
                        .with("name", claim));
    }

    /// Sets a node affinity: the volume is accessible from nodes with this label only.
    public VolumeBuilder onlyWhere(String label, String... values) {
        Json expression =
                Json.Obj.EMPTY
                        .with("key", label)
                        .with("operator", "In")
                        .with("values", texts(values));
        return set(TERMS, Json.arr(Json.Obj.of("matchExpressions", Json.arr(expression))));
    }

    /// Sets a node affinity: the volume is accessible from these nodes only.
    public VolumeBuilder onlyOn(String... nodes) {
        return onlyWhere(WellKnownLabels.HOSTNAME, nodes);
    }

    public String name() {
        return name;
    }

    public Json.Obj build() {
        return tree;
    }

    static Json.Arr texts(String... texts) {
        return new Json.Arr(Stream.of(texts).<Json>map(Json::of).toList());
    }
}
