package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Generates storage classes, their drivers, and storage capacities.
final class Provisioners {
    static final String AWS = "ebs.csi.aws.com";
    static final String GCE = "pd.csi.storage.gke.io";
    static final String OWN = "csi.example.com";
    static final List<String> DRIVERS = List.of(AWS, GCE, OWN, "disk.csi.azure.com");

    private static final List<String> CLASSES = List.of("fast", "slow", "local", "old");
    private static final String WAIT = "WaitForFirstConsumer";

    private final SeededRandom random;
    private final StorageTopologies places;
    private final List<String> waiting = new ArrayList<>();
    private final List<String> immediate = new ArrayList<>();
    private final List<Obj> objects = new ArrayList<>();
    private boolean hasRequiredDriver;

    Provisioners(CaseDraft draft, StorageTopologies places) {
        this.random = draft.random;
        this.places = places;
        for (String name : random.some(CLASSES, random.between(1, CLASSES.size()))) {
            addClass(name, random.chance(70) ? WAIT : "Immediate");
        }
        if (random.chance(65)) {
            // A class that was stored before binding modes existed.
            addClass("undecided", "");
        }
        for (String driver : DRIVERS) {
            if (random.chance(60)) {
                addDriver(driver);
            }
        }
    }

    List<Obj> objects() {
        return objects;
    }

    /// The name of a class with delayed binding, or occasionally of one that does not exist.
    String waiting() {
        return waiting.isEmpty() ? "gone" : random.oneOf(waiting);
    }

    /// The name of a class with immediate binding, or of one that does not exist.
    String otherwise() {
        return immediate.isEmpty() || random.chance(20) ? "gone" : random.oneOf(immediate);
    }

    String any() {
        return random.chance(80) ? waiting() : otherwise();
    }

    private void addClass(String name, String mode) {
        (mode.equals(WAIT) ? waiting : immediate).add(name);
        String provisioner =
                random.oneOf(
                        OWN,
                        OWN,
                        AWS,
                        GCE,
                        "kubernetes.io/aws-ebs",
                        "kubernetes.io/gce-pd",
                        "kubernetes.io/azure-file",
                        "kubernetes.io/no-provisioner",
                        "kubernetes.io/no-provisioner");
        var one =
                CaseDraft.object("storage.k8s.io/v1", "StorageClass", Obj.of("name", Json.of(name)))
                        .put("provisioner", provisioner)
                        .put("reclaimPolicy", "Delete")
                        .putUnlessEmpty("volumeBindingMode", mode);
        if (random.chance(35)) {
            one.put("allowedTopologies", topologies());
        }
        objects.add(one.build());
        if (random.chance(60)) {
            int count = random.few(1, 4);
            for (int i = 0; i < count; i++) {
                objects.add(capacity(name, name + "-" + i));
            }
        }
    }

    private Arr topologies() {
        var terms = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            var wanted = new ArrayList<Json>();
            int labels = random.chance(6) ? 0 : random.few(1, 2);
            for (int j = 0; j < labels; j++) {
                String key = places.key();
                wanted.add(
                        Obj.builder()
                                .put("key", key)
                                .put("values", CaseDraft.texts(places.values(key)))
                                .build());
            }
            terms.add(Obj.of("matchLabelExpressions", new Arr(wanted)));
        }
        return new Arr(terms);
    }

    private Obj capacity(String storageClass, String name) {
        var one =
                CaseDraft.object(
                                "storage.k8s.io/v1",
                                "CSIStorageCapacity",
                                Obj.builder()
                                        .put("name", name)
                                        .put("namespace", random.oneOf("kube-system", "default"))
                                        .build())
                        .put("storageClassName", storageClass);
        if (!random.chance(8)) {
            one.put("nodeTopology", random.chance(15) ? Obj.EMPTY : places.selector());
        }
        if (!random.chance(8)) {
            one.put("capacity", random.oneOf("0", "1Gi", "2Gi", "4Gi", "100Gi"));
        }
        if (random.chance(25)) {
            one.put("maximumVolumeSize", random.oneOf("1Gi", "2Gi", "3Gi", "200Gi"));
        }
        return one.build();
    }

    private void addDriver(String name) {
        var spec = Obj.builder().put("attachRequired", true);
        if (!random.chance(20)) {
            spec.put("storageCapacity", random.chance(65));
        }
        if (random.chance(30)) {
            // kube-scheduler names any one of several required drivers that a node lacks.
            boolean required = random.chance(80) && !hasRequiredDriver;
            hasRequiredDriver |= required;
            spec.put("preventPodSchedulingIfMissing", required);
        }
        objects.add(
                CaseDraft.object("storage.k8s.io/v1", "CSIDriver", Obj.of("name", Json.of(name)))
                        .put("spec", spec.build())
                        .build());
    }
}
