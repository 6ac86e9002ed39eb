package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.List;
import java.util.Map;

/// Generates volume sources: CSI, migrated in-tree types, and others.
final class VolumeSources {
    /// Marks a volume whose zones are already set.
    static final String NO_ZONES = "";

    private final SeededRandom random;

    VolumeSources(CaseDraft draft) {
        this.random = draft.random;
    }

    /// Adds the source of a volume, and its labels if necessary.
    void addToVolume(ObjBuilder spec, Map<String, String> labels) {
        switch (random.between(0, 13)) {
            case 0, 1, 2, 3, 4 ->
                    spec.put(
                            "csi",
                            Obj.builder()
                                    .put("driver", random.oneOf(Provisioners.DRIVERS))
                                    .put("volumeHandle", random.oneOf("h1", "h2", "h3", "vol-1"))
                                    .build());
            case 5, 6 -> spec.put("awsElasticBlockStore", aws());
            case 7, 8 -> {
                spec.put("gcePersistentDisk", named("pdName"));
                // Zones in other formats have no region, which is a separate error.
                labels.put(NO_ZONES, "");
                if (random.chance(50)) {
                    labels.put(
                            random.oneOf(WellKnownLabels.ZONE, WellKnownLabels.BETA_ZONE),
                            random.oneOf("z1", "z2", "us-east1-a", "us-east1-a__us-east1-b"));
                }
            }
            case 9 -> spec.put("cinder", named("volumeID"));
            case 10 -> spec.put("azureDisk", azure("Managed"));
            case 11 -> spec.put("portworxVolume", named("volumeID"));
            case 12 ->
                    spec.put(
                            "azureFile",
                            Obj.builder().put("secretName", "s").put("shareName", "share").build());
            default ->
                    spec.put("nfs", Obj.builder().put("server", "nas").put("path", "/p").build());
        }
    }

    /// Adds a source that cannot be translated to CSI.
    void addUntranslatable(ObjBuilder spec, Map<String, String> labels) {
        switch (random.between(0, 3)) {
            case 0 -> spec.put("awsElasticBlockStore", Obj.of("volumeID", Json.of("aws://z1/no")));
            case 1 -> spec.put("azureDisk", azure("Dedicated"));
            default -> {
                spec.put("gcePersistentDisk", named("pdName"));
                labels.put(NO_ZONES, "");
                labels.put(
                        WellKnownLabels.ZONE,
                        random.oneOf("z1__z2", "us-east1-a__us-west1-b", "us-east1-a__z2"));
            }
        }
    }

    /// Adds a disk that a pod uses directly.
    void addToPod(ObjBuilder volume) {
        switch (random.between(0, 12)) {
            case 0, 1 -> volume.put("gcePersistentDisk", shared("pdName"));
            case 2, 3 -> volume.put("awsElasticBlockStore", aws());
            case 4, 5 -> volume.put("iscsi", iscsi());
            case 6, 7 -> volume.put("rbd", image());
            case 8 -> volume.put("cinder", named("volumeID"));
            case 9 -> volume.put("azureDisk", azure("Managed"));
            case 10 -> volume.put("csi", Obj.builder().put("driver", Provisioners.OWN).build());
            case 11 -> volume.put("portworxVolume", named("volumeID"));
            default -> volume.put("vsphereVolume", named("volumePath"));
        }
    }

    /// Adds a disk in a pod that cannot be translated to CSI.
    void addUntranslatable(ObjBuilder volume) {
        volume.put("azureDisk", azure("Dedicated"));
    }

    private Obj aws() {
        return Obj.of("volumeID", Json.of(random.oneOf("vol-1", "vol-2", "aws://z1/vol-1", "h1")));
    }

    private Obj named(String field) {
        return Obj.of(field, Json.of(random.oneOf("vol-1", "vol-2", "h1")));
    }

    private Obj azure(String kind) {
        var disk =
                Obj.builder()
                        .put("diskName", "d")
                        .put("diskURI", random.oneOf("/disks/1", "/disks/2"));
        return disk.put("kind", kind.equals("Managed") ? random.oneOf(kind, "managed") : kind)
                .build();
    }

    private Obj shared(String field) {
        Obj disk = named(field);
        return random.chance(50) ? disk.with("readOnly", true) : disk;
    }

    private Obj iscsi() {
        return shared("iqn")
                .with("targetPortal", random.oneOf("10.0.0.1:3260", "10.0.0.2:3260"))
                .with("lun", random.between(0, 1));
    }

    private Obj image() {
        return shared("image")
                .with("pool", Json.of(random.oneOf("rbd", "rbd", "other")))
                .with(
                        "monitors",
                        CaseDraft.texts(
                                random.some(List.of("m1", "m2", "m3"), random.between(1, 2))));
    }
}
