package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Generates the CSI drivers of each node with their limits, and VolumeAttachments.
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
    private final SeededRandom random;
    private final PersistentVolumes volumes;

    /// The approximate limit of the drivers in this cluster.
    private final int defaultValue;

    CsiNodeGenerator(CaseDraft draft, PersistentVolumes volumes) {
        this.draft = draft;
        this.random = draft.random;
        this.volumes = volumes;
        this.defaultValue = random.oneOf(1, 2, 3, 20);
    }

    List<Obj> objects() {
        var objects = new ArrayList<Obj>();
        for (String node : draft.nodes) {
            if (random.chance(85)) {
                objects.add(drivers(node));
            }
        }
        int attached = random.few(0, 8);
        for (int i = 0; i < attached; i++) {
            objects.add(attachment("va" + i));
        }
        return objects;
    }

    private Obj drivers(String node) {
        var metadata = Obj.builder().put("name", node);
        if (random.chance(60)) {
            List<String> plugins =
                    random.chance(50)
                            ? TAKEN_OVER
                            : random.some(TAKEN_OVER, random.between(1, TAKEN_OVER.size()));
            metadata.put(
                    "annotations",
                    Obj.of(
                            "storage.alpha.kubernetes.io/migrated-plugins",
                            Json.of(String.join(",", plugins))));
        }
        var drivers = new ArrayList<Json>();
        for (String name : Provisioners.DRIVERS) {
            if (random.chance(75)) {
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
        if (random.chance(70)) {
            int count = random.chance(10) ? 0 : defaultValue + random.between(0, 1);
            driver.put(
                    "allocatable", random.chance(92) ? Obj.EMPTY.with("count", count) : Obj.EMPTY);
        }
        return driver.build();
    }

    private Obj attachment(String name) {
        boolean inline = random.chance(8);
        Obj source =
                inline
                        ? Obj.of("inlineVolumeSpec", Obj.EMPTY)
                        : Obj.of("persistentVolumeName", Json.of(volumes.any()));
        Obj spec =
                Obj.builder()
                        .put("attacher", random.oneOf(Provisioners.DRIVERS))
                        .put("nodeName", draft.anyNode())
                        .put("source", source)
                        .build();
        return CaseDraft.object(
                        "storage.k8s.io/v1", "VolumeAttachment", Obj.of("name", Json.of(name)))
                .put("spec", spec)
                .put("status", Obj.EMPTY.with("attached", random.chance(80)))
                .build();
    }
}
