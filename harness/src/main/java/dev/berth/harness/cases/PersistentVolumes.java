package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Generates free, reserved and bound volumes. Volumes of a class differ in size, because
/// kube-scheduler does not define which of two equal volumes a claim gets.
final class PersistentVolumes {
    private static final List<String> MODES =
            List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod");

    private final SeededRandom random;
    private final StorageTopologies places;
    private final VolumeSources sources;
    private final List<Obj> objects = new ArrayList<>();
    private final Set<String> sizes = new HashSet<>();

    /// Whether a volume that cannot be translated to CSI is still to be generated.
    private boolean trouble;

    PersistentVolumes(CaseDraft draft, StorageTopologies places, VolumeSources sources) {
        this.random = draft.random;
        this.places = places;
        this.sources = sources;
        this.trouble = draft.trouble == ErrorInjection.VOLUME;
    }

    List<Obj> objects() {
        return objects;
    }

    /// The name of a volume, or of one that does not exist.
    String any() {
        return objects.isEmpty() || random.chance(5)
                ? "gone"
                : random.oneOf(objects).textAt("metadata", "name").orElse("");
    }

    /// Adds a volume, mostly an available one, and returns its name.
    String free(String storageClass) {
        String phase =
                random.chance(90)
                        ? "Available"
                        : random.oneOf("Released", "Failed", "Pending", "Bound");
        return add(storageClass, Obj.EMPTY, phase);
    }

    /// Adds a volume that is reserved for a claim or bound to it, and returns its name.
    String keptFor(String storageClass, Obj reference, String phase) {
        return add(storageClass, reference, phase);
    }

    private String add(String storageClass, Obj reference, String phase) {
        String name = "pv" + objects.size();
        var spec = Obj.builder().put("capacity", Obj.of("storage", Json.of(size(storageClass))));
        spec.put("accessModes", CaseDraft.texts(modes()));
        spec.put("persistentVolumeReclaimPolicy", "Retain");
        boolean byAnnotation = random.chance(6);
        if (!byAnnotation) {
            spec.putUnlessEmpty("storageClassName", storageClass);
        }
        mode(spec);
        spec.putUnlessEmpty("claimRef", reference);
        if (random.chance(55)) {
            spec.put("nodeAffinity", places.affinity());
        }
        var labels = new LinkedHashMap<String, String>();
        source(spec, labels, phase.equals("Bound"));
        var metadata = Obj.builder().put("name", name).put("uid", "uid-" + name);
        if (random.chance(40)) {
            labels.put("tier", random.oneOf("a", "b"));
        }
        zones(labels);
        metadata.putUnlessEmpty("labels", CaseDraft.texts(labels));
        if (byAnnotation) {
            metadata.put(
                    "annotations",
                    Obj.of("volume.beta.kubernetes.io/storage-class", Json.of(storageClass)));
        }
        if (random.chance(4)) {
            metadata.put("deletionTimestamp", "2026-02-01T00:00:00Z");
        }
        objects.add(
                CaseDraft.object("v1", "PersistentVolume", metadata.build())
                        .put("spec", spec.build())
                        .put("status", Obj.of("phase", Json.of(phase)))
                        .build());
        return name;
    }

    private String size(String storageClass) {
        int mebi = 512 * random.between(1, 8);
        while (!sizes.add(storageClass + mebi)) {
            mebi += 512;
        }
        return mebi % 1024 == 0 && random.chance(80) ? mebi / 1024 + "Gi" : mebi + "Mi";
    }

    private List<String> modes() {
        return random.chance(70) ? MODES : random.some(MODES, random.between(1, 2));
    }

    private void mode(ObjBuilder spec) {
        if (random.chance(60)) {
            spec.put("volumeMode", random.chance(88) ? "Filesystem" : "Block");
        }
        if (random.chance(5)) {
            spec.put("volumeAttributesClassName", random.oneOf("", "gold"));
        }
    }

    private void source(ObjBuilder spec, Map<String, String> labels, boolean bound) {
        if (bound && trouble && random.chance(60)) {
            trouble = false;
            sources.addUntranslatable(spec, labels);
        } else {
            sources.addToVolume(spec, labels);
        }
    }

    private void zones(Map<String, String> labels) {
        for (String key :
                List.of(
                        WellKnownLabels.ZONE,
                        WellKnownLabels.REGION,
                        WellKnownLabels.BETA_ZONE,
                        WellKnownLabels.BETA_REGION)) {
            if (!labels.containsKey(VolumeSources.NO_ZONES) && random.chance(12)) {
                labels.put(key, places.several(key));
            }
        }
        labels.remove(VolumeSources.NO_ZONES);
    }
}
