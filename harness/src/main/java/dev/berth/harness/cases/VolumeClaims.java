package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.List;

/// Generates claims in every state, and the volumes of bound claims.
final class VolumeClaims {
    private static final String CLASS = "volume.beta.kubernetes.io/storage-class";

    /// A claim that pods can use.
    record Claim(String namespace, String name, boolean bound) {}

    private final CaseDraft draft;
    private final SeededRandom random;
    private final Provisioners provisioners;
    private final PersistentVolumes volumes;
    private final List<Claim> claims = new ArrayList<>();
    private final List<Obj> objects = new ArrayList<>();
    private boolean unreadable;

    VolumeClaims(CaseDraft draft, Provisioners provisioners, PersistentVolumes volumes) {
        this.draft = draft;
        this.random = draft.random;
        this.provisioners = provisioners;
        this.volumes = volumes;
        this.unreadable = draft.trouble == ErrorInjection.SELECTOR;
        int count = random.between(3, 8);
        for (int i = 0; i < count; i++) {
            String namespace = random.chance(70) ? "default" : random.oneOf(CaseDraft.NAMESPACES);
            // Names occur in several namespaces.
            String name = "c" + random.between(0, 5);
            if (claims.stream().noneMatch(each -> is(each, namespace, name))) {
                add(namespace, name, Obj.EMPTY);
            }
        }
    }

    private static boolean is(Claim claim, String namespace, String name) {
        return claim.namespace().equals(namespace) && claim.name().equals(name);
    }

    List<Obj> objects() {
        return objects;
    }

    /// The claims that a pod in the namespace can use.
    List<Claim> in(String namespace) {
        return claims.stream().filter(each -> each.namespace().equals(namespace)).toList();
    }

    /// Generates the claim of an ephemeral volume.
    ///
    /// @param owner the reference to the owner of the claim
    void addFor(String namespace, String name, Obj owner) {
        add(namespace, name, owner);
    }

    private void add(String namespace, String name, Obj owner) {
        var metadata =
                Obj.builder()
                        .put("name", name)
                        .put("namespace", namespace)
                        .put("uid", "uid-" + namespace + "-" + name);
        if (!owner.fields().isEmpty()) {
            metadata.put("ownerReferences", Json.arr(owner));
        }
        var spec = Obj.builder().put("accessModes", CaseDraft.texts(modes()));
        if (!random.chance(3)) {
            String size = random.oneOf("512Mi", "1Gi", "1Gi", "2Gi", "3Gi", "8Gi");
            spec.put("resources", Obj.of("requests", Obj.of("storage", Json.of(size))));
        }
        if (random.chance(50)) {
            spec.put("volumeMode", random.chance(92) ? "Filesystem" : "Block");
        }
        if (random.chance(4)) {
            spec.put("volumeAttributesClassName", random.oneOf("", "gold"));
        }
        selector(spec);
        var annotations = Obj.builder();
        String phase = state(namespace, name, spec, annotations);
        metadata.putUnlessEmpty("annotations", annotations.build());
        if (random.chance(4)) {
            metadata.put("deletionTimestamp", "2026-02-01T00:00:00Z");
        }
        objects.add(
                CaseDraft.object("v1", "PersistentVolumeClaim", metadata.build())
                        .put("spec", spec.build())
                        .put("status", Obj.of("phase", Json.of(phase)))
                        .build());
        if (owner.fields().isEmpty()) {
            claims.add(new Claim(namespace, name, phase.equals("Bound")));
        }
    }

    private List<String> modes() {
        return random.chance(20)
                ? List.of("ReadWriteOncePod")
                : random.some(
                        List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"),
                        random.few(1, 2));
    }

    private void selector(ObjBuilder spec) {
        if (unreadable && random.chance(50)) {
            unreadable = false;
            spec.put("selector", Obj.of("matchLabels", Obj.of("tier", Json.of("-a-"))));
        } else if (random.chance(15)) {
            spec.put("selector", Obj.of("matchLabels", Obj.of("tier", Json.of("a"))));
        }
    }

    /// Generates the state of the binding and returns the phase.
    private String state(String namespace, String name, ObjBuilder spec, ObjBuilder annotations) {
        int picked = random.between(0, 99);
        boolean waits = picked >= 58;
        String storageClass = waits || picked < 40 ? provisioners.waiting() : elsewhere();
        nameClass(storageClass, spec, annotations);
        if (picked < 40) {
            return bound(namespace, name, storageClass, spec, annotations);
        }
        if (picked < 43) {
            // In progress: the volume is selected, but the binding is not complete.
            spec.put("volumeName", volumes.any());
            return "Pending";
        }
        if (waits) {
            if (random.chance(8)) {
                annotations.put("volume.kubernetes.io/selected-node", draft.anyNode());
            }
            if (random.chance(15)) {
                keep(namespace, name, storageClass);
            }
        }
        return "Pending";
    }

    private String elsewhere() {
        return random.chance(25) ? "" : provisioners.otherwise();
    }

    private void nameClass(String storageClass, ObjBuilder spec, ObjBuilder annotations) {
        if (random.chance(7)) {
            annotations.put(CLASS, storageClass);
            if (random.chance(50)) {
                spec.put("storageClassName", "slow");
            }
        } else if (!storageClass.isEmpty() || random.chance(50)) {
            spec.put("storageClassName", storageClass);
        }
    }

    private String bound(
            String namespace,
            String name,
            String storageClass,
            ObjBuilder spec,
            ObjBuilder annotations) {
        annotations.put("pv.kubernetes.io/bind-completed", "yes");
        boolean lost = random.chance(7);
        boolean gone = lost || random.chance(12);
        spec.put(
                "volumeName",
                gone
                        ? "gone"
                        : volumes.keptFor(storageClass, reference(namespace, name, true), "Bound"));
        return lost ? "Lost" : "Bound";
    }

    /// A volume that is reserved for the claim by name, or was for an earlier claim with the name.
    private void keep(String namespace, String name, String storageClass) {
        Obj reference = reference(namespace, name, random.chance(50));
        if (random.chance(20)) {
            reference = reference.with("uid", "uid-of-before");
        }
        volumes.keptFor(storageClass, reference, random.oneOf("Available", "Pending", "Released"));
    }

    private static Obj reference(String namespace, String name, boolean known) {
        Obj reference =
                Obj.builder()
                        .put("kind", "PersistentVolumeClaim")
                        .put("apiVersion", "v1")
                        .put("namespace", namespace)
                        .put("name", name)
                        .build();
        return known ? reference.with("uid", "uid-" + namespace + "-" + name) : reference;
    }
}
