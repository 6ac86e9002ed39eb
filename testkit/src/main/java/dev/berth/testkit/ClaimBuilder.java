package dev.berth.testkit;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.json.Json;

/// Builds PersistentVolumeClaims. The default is 1Gi, ReadWriteOnce, without a storage class.
///
/// ```java
/// claim("data").storageClass("local").size("5Gi")
/// ```
public final class ClaimBuilder {
    private static final Path REQUEST = Path.of("spec", "resources", "requests", "storage");
    private static final Path MODES = Path.of("spec", "accessModes");
    private static final Path CLASS = Path.of("spec", "storageClassName");
    private static final Path VOLUME = Path.of("spec", "volumeName");
    private static final Path SELECTOR = Path.of("spec", "selector");
    private static final Path PHASE = Path.of("status", "phase");

    private final String name;
    private Json.Obj tree;

    ClaimBuilder(String name) {
        this.name = name;
        this.tree = ObjectTemplates.named(Kind.PERSISTENT_VOLUME_CLAIM, "default", name);
        size("1Gi").modes("ReadWriteOnce").storageClass("").phase("Pending");
    }

    private ClaimBuilder set(Path path, Json value) {
        tree = path.set(tree, value);
        return this;
    }

    public ClaimBuilder namespace(String namespace) {
        return set(Path.of("metadata", "namespace"), Json.of(namespace));
    }

    public ClaimBuilder uid(String uid) {
        return set(Path.of("metadata", "uid"), Json.of(uid));
    }

    public ClaimBuilder annotation(String key, String value) {
        return set(Path.of("metadata", "annotations", key), Json.of(value));
    }

    public ClaimBuilder size(String amount) {
        return set(REQUEST, Json.of(amount));
    }

    public ClaimBuilder modes(String... modes) {
        return set(MODES, VolumeBuilder.texts(modes));
    }

    public ClaimBuilder storageClass(String storageClass) {
        return set(CLASS, Json.of(storageClass));
    }

    public ClaimBuilder phase(String phase) {
        return set(PHASE, Json.of(phase));
    }

    /// Selects only volumes with this label.
    public ClaimBuilder selecting(String key, String value) {
        return set(SELECTOR, Json.Obj.of("matchLabels", Json.Obj.EMPTY.with(key, value)));
    }

    /// Sets `spec.volumeName`: the claim can be bound to this volume only.
    public ClaimBuilder wanting(String volume) {
        return set(VOLUME, Json.of(volume));
    }

    /// The claim is bound to this volume.
    public ClaimBuilder boundTo(String volume) {
        return wanting(volume)
                .annotation(PersistentVolumeClaim.BIND_COMPLETED, "yes")
                .phase("Bound");
    }

    public String name() {
        return name;
    }

    public Json.Obj build() {
        return tree;
    }
}
