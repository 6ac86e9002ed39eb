package dev.berth.testkit.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// The drivers on each node, with their limits, and what they have attached.
final class CsiNodeGenerator {
    private static final List<String> TAKEN_OVER =
            List.of(
                    "kubernetes.io/aws-ebs",
                    "kubernetes.io/gce-pd",
                    "kubernetes.io/cinder",
                    "kubernetes.io/azure-disk",
                    "kubernetes.io/portworx-volume",
                    "kubernetes.io/azure-file");

    private final CaseDraft draft;
    private final SeededRandom dice;
    private final PersistentVolumes volumes;

    /// How many volumes the drivers of this cluster can attach, about.
    private final int usual;

    CsiNodeGenerator(CaseDraft draft, PersistentVolumes volumes) {
        this.draft = draft;
        this.dice = draft.dice;
        this.volumes = volumes;
        this.usual = dice.oneOf(1, 2, 3, 20);
    }

    List<Obj> objects() {
        var objects = new ArrayList<Obj>();
        for (String node : draft.nodes) {
            if (dice.chance(85)) {
                objects.add(drivers(node));
            }
        }
        int attached = dice.few(0, 8);
        for (int i = 0; i < attached; i++) {
            objects.add(attachment("va" + i));
        }
        return objects;
    }

    private Obj drivers(String node) {
        var metadata = Obj.builder().put("name", node);
        if (dice.chance(60)) {
            List<String> plugins =
                    dice.chance(50)
                            ? TAKEN_OVER
                            : dice.some(TAKEN_OVER, dice.between(1, TAKEN_OVER.size()));
            metadata.put(
                    "annotations",
                    Obj.of(
                            "storage.alpha.kubernetes.io/migrated-plugins",
                            Json.of(String.join(",", plugins))));
        }
        var drivers = new ArrayList<Json>();
        for (String name : Provisioners.DRIVERS) {
            if (dice.chance(75)) {
                drivers.add(driver(name, node));
            }
        }
        return CaseDraft.object("storage.k8s.io/v1", "CSINode", metadata.build())
                .put("spec", Obj.of("drivers", new Arr(drivers)))
                .build();
    }

    private Obj driver(String name, String node) {
        var driver =
                Obj.builder().put("name", name).put("nodeID", node).put("topologyKeys", Arr.EMPTY);
        if (dice.chance(70)) {
            int count = dice.chance(10) ? 0 : usual + dice.between(0, 1);
            driver.put("allocatable", dice.chance(92) ? Obj.EMPTY.with("count", count) : Obj.EMPTY);
        }
        return driver.build();
    }

    private Obj attachment(String name) {
        boolean inline = dice.chance(8);
        Obj source =
                inline
                        ? Obj.of("inlineVolumeSpec", Obj.EMPTY)
                        : Obj.of("persistentVolumeName", Json.of(volumes.any()));
        Obj spec =
                Obj.builder()
                        .put("attacher", dice.oneOf(Provisioners.DRIVERS))
                        .put("nodeName", draft.anyNode())
                        .put("source", source)
                        .build();
        return CaseDraft.object(
                        "storage.k8s.io/v1", "VolumeAttachment", Obj.of("name", Json.of(name)))
                .put("spec", spec)
                .put("status", Obj.EMPTY.with("attached", dice.chance(80)))
                .build();
    }
}
