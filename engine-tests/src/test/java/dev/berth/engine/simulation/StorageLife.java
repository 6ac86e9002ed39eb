package dev.berth.engine.simulation;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.model.CsiNode;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;
import dev.berth.spi.StateObserver;
import dev.berth.testkit.Build;
import dev.berth.testkit.ClaimBuilder;
import dev.berth.testkit.StorageBuilders;
import dev.berth.testkit.VolumeBuilder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/// Claims and volumes that come and go, are made, fail to be made and are made anew under their
/// names, and what must hold of them whatever happens.
final class StorageLife implements StateObserver {
    private static final List<String> CLASSES = List.of("now", "wait", "made", "slow");
    private static final int CLAIMS = 8;
    private static final int VOLUMES = 8;

    private final Choices choices;
    private final Store store;
    private final Violations violations;
    private final Consumer<String> note;
    private final Map<String, KubeObject> known = new HashMap<>();
    private final Map<String, Map<String, String>> claimsAtPlacing = new HashMap<>();
    private final Map<String, Map<String, Pod>> podsByNode = new HashMap<>();
    private final Set<String> disturbed = new HashSet<>();
    private final Set<String> checked = new HashSet<>();
    private int boundPods;

    StorageLife(Choices choices, Store store, Violations violations, Consumer<String> note) {
        this.choices = choices;
        this.store = store;
        this.violations = violations;
        this.note = note;
    }

    void begin() {
        store.create(StorageBuilders.immediate("now")).orThrow();
        store.create(StorageBuilders.waiting("wait")).orThrow();
        store.create(StorageBuilders.taking(StorageBuilders.provisioning("made"), "0.5")).orThrow();
        store.create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "8")).orThrow();
    }

    /// Volumes for a pod to name.
    List<Json> volumes() {
        var volumes = new ArrayList<Json>();
        for (int i = choices.between(1, 2); i > 0; i--) {
            volumes.add(
                    Json.Obj.EMPTY
                            .with("name", "v" + i)
                            .with(
                                    "persistentVolumeClaim",
                                    Json.Obj.EMPTY.with(
                                            "claimName", "claim-" + choices.below(CLAIMS))));
        }
        return volumes;
    }

    void change() {
        switch (choices.below(5)) {
            case 0, 1 -> changeClaim("claim-" + choices.below(CLAIMS));
            case 2, 3 -> changeVolume("pv-" + choices.below(VOLUMES));
            default -> changeLimit("node-" + choices.below(7));
        }
    }

    private void changeClaim(String name) {
        Optional<ObjectVersion> present = store.find(Kind.PERSISTENT_VOLUME_CLAIM, "default", name);
        if (present.isPresent() && choices.percent(50)) {
            disturbed.add(present.get().uid());
            store.delete(Kind.PERSISTENT_VOLUME_CLAIM, "default", name, DeleteRequest.NOW);
            note.accept("delete " + name);
            if (choices.percent(50)) {
                return;
            }
            present = Optional.empty();
        }
        if (present.isEmpty()) {
            ClaimBuilder claim =
                    Build.claim(name)
                            .storageClass(CLASSES.get(choices.below(CLASSES.size())))
                            .size(choices.between(1, 3) + "Gi");
            if (choices.percent(20)) {
                claim.modes(PersistentVolumeClaim.READ_WRITE_ONCE_POD);
            }
            if (choices.percent(20)) {
                claim.annotation("berth.dev/provision-failures", "1");
            }
            store.create(claim.build()).orThrow();
            note.accept("create " + claim.build().text());
        }
    }

    private void changeVolume(String name) {
        if (store.find(Kind.PERSISTENT_VOLUME, "", name).isPresent()) {
            claimsOf(name).forEach(claim -> disturbed.add(claim.meta().uid()));
            store.delete(Kind.PERSISTENT_VOLUME, "", name, DeleteRequest.NOW);
            note.accept("delete " + name);
        }
        if (choices.percent(80)) {
            VolumeBuilder volume =
                    Build.volume(name)
                            .storageClass(choices.percent(50) ? "wait" : "now")
                            .modes("ReadWriteOnce", PersistentVolumeClaim.READ_WRITE_ONCE_POD)
                            .size(choices.between(1, 4) + "Gi");
            if (choices.percent(60)) {
                volume.onlyOn("node-" + choices.below(7));
            }
            store.create(volume.build()).orThrow();
            note.accept("create " + volume.build().text());
        }
    }

    private List<PersistentVolumeClaim> claimsOf(String volume) {
        return claims().stream().filter(claim -> claim.volumeName().equals(volume)).toList();
    }

    private void changeLimit(String node) {
        if (store.find(Kind.CSI_NODE, "", node).isPresent()) {
            store.delete(Kind.CSI_NODE, "", node, DeleteRequest.NOW);
        }
        if (choices.percent(70)) {
            store.create(StorageBuilders.csiNode(node, choices.below(4))).orThrow();
        }
        note.accept("limit of " + node);
    }

    /// At the end there is a volume for everybody, and no limit.
    void calmDown() {
        for (ObjectVersion node : store.list(ObjectSelection.of(Kind.CSI_NODE)).objects()) {
            store.delete(Kind.CSI_NODE, "", node.name(), DeleteRequest.NOW);
        }
        for (PersistentVolumeClaim claim : claims()) {
            if (claim.phase().equals(PersistentVolumeClaim.LOST)) {
                disturbed.add(claim.meta().uid());
                store.delete(
                        Kind.PERSISTENT_VOLUME_CLAIM, "default", claim.name(), DeleteRequest.NOW);
            }
        }
        for (int i = 0; i < CLAIMS; i++) {
            String name = "claim-" + i;
            if (store.find(Kind.PERSISTENT_VOLUME_CLAIM, "default", name).isEmpty()) {
                store.create(Build.claim(name).storageClass("made").build()).orThrow();
            }
        }
        for (String storageClass : List.of("wait", "now")) {
            for (int i = 0; i < CLAIMS; i++) {
                store.create(
                                Build.volume("spare-" + storageClass + "-" + i)
                                        .storageClass(storageClass)
                                        .size("9Gi")
                                        .modes(
                                                "ReadWriteOnce",
                                                PersistentVolumeClaim.READ_WRITE_ONCE_POD)
                                        .build())
                        .orThrow();
            }
        }
    }

    private List<PersistentVolumeClaim> claims() {
        return store.list(ObjectSelection.of(Kind.PERSISTENT_VOLUME_CLAIM)).objects().stream()
                .map(object -> (PersistentVolumeClaim) object.typed())
                .toList();
    }

    /// No volume is given to two claims, and whoever is bound has its volumes.
    void check() {
        Map<String, String> owners = new HashMap<>();
        for (PersistentVolumeClaim claim : claims()) {
            if (claim.meta().annotations().has(PersistentVolumeClaim.BIND_COMPLETED)
                    && !claim.phase().equals(PersistentVolumeClaim.LOST)) {
                String other = owners.put(claim.volumeName(), claim.key());
                if (other != null) {
                    throw new Violation(
                            "V1", claim.volumeName() + " was given to " + other + " and " + claim);
                }
            }
        }
        for (ObjectVersion object : store.list(ObjectSelection.of(Kind.POD)).objects()) {
            var pod = (Pod) object.typed();
            if (pod.assigned() && checked.add(pod.uid())) {
                boundPods += pod.spec().volumes().isEmpty() ? 0 : 1;
                for (Volume volume : pod.spec().volumes()) {
                    claim(volume).ifPresent(claim -> checkBound(pod, claim));
                }
            }
        }
    }

    /// How many pods with volumes were bound.
    int boundPods() {
        return boundPods;
    }

    private Optional<PersistentVolumeClaim> claim(Volume volume) {
        return store.find(
                        Kind.PERSISTENT_VOLUME_CLAIM,
                        "default",
                        volume.detail().textAt("claimName").orElse(""))
                .map(object -> (PersistentVolumeClaim) object.typed());
    }

    private void checkBound(Pod pod, PersistentVolumeClaim claim) {
        // A claim made anew after the pod was placed, while its binding was on the way.
        String placedWith = claimsAtPlacing.getOrDefault(pod.uid(), Map.of()).get(claim.key());
        boolean young = placedWith != null && !placedWith.equals(claim.meta().uid());
        if (!claim.meta().annotations().has(PersistentVolumeClaim.BIND_COMPLETED)
                && !disturbed.contains(claim.meta().uid())
                && !young) {
            throw new Violation("V3", pod.key() + " is bound, " + claim.key() + " is not");
        }
    }

    @Override
    public void forgetAll() {
        known.clear();
        podsByNode.clear();
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        before.ifPresent(object -> known.remove(key(object)));
        after.ifPresent(object -> known.put(key(object), object));
    }

    /// The UIDs of the pod's claims as far as the scheduler has heard of them.
    private Map<String, String> claimsKnownTo(Pod pod) {
        var uids = new HashMap<String, String>();
        for (Volume volume : pod.spec().volumes()) {
            String key = "default/" + volume.detail().textAt("claimName").orElse("");
            KubeObject claim = known.get(key);
            if (claim != null) {
                uids.put(key, claim.meta().uid());
            }
        }
        return uids;
    }

    private static String key(KubeObject object) {
        return object.kind().equals(Kind.PERSISTENT_VOLUME_CLAIM)
                ? object.key()
                : object.kind().name() + " " + object.key();
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        podsByNode.computeIfAbsent(node, name -> new HashMap<>()).put(pod.uid(), pod);
        if (pod.status().condition("PodScheduled").map(c -> c.status()).orElse("").equals("True")) {
            return;
        }
        claimsAtPlacing.put(pod.uid(), claimsKnownTo(pod));
        OptionalInt limit = limit(node);
        Set<String> mine = handles(pod);
        if (limit.isPresent() && !mine.isEmpty()) {
            Set<String> all = new HashSet<>();
            podsByNode.get(node).values().forEach(each -> all.addAll(handles(each)));
            Set<String> others = new HashSet<>();
            podsByNode.get(node).values().stream()
                    .filter(each -> !each.uid().equals(pod.uid()))
                    .forEach(each -> others.addAll(handles(each)));
            if (all.size() > limit.getAsInt() && all.size() > others.size()) {
                throw violations.of(
                        "V4",
                        node + " takes " + limit.getAsInt() + " volumes, promised are " + all);
            }
        }
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        Map<String, Pod> here = podsByNode.get(node);
        if (here != null) {
            here.remove(pod.uid());
        }
    }

    private OptionalInt limit(String node) {
        return known.get(Kind.CSI_NODE.name() + " " + node) instanceof CsiNode drivers
                ? drivers.driver(StorageBuilders.DRIVER)
                        .map(CsiNode.Driver::limit)
                        .orElse(OptionalInt.empty())
                : OptionalInt.empty();
    }

    /// What the driver would attach for a pod, as far as the scheduler has been told.
    private Set<String> handles(Pod pod) {
        Set<String> handles = new HashSet<>();
        for (Volume volume : pod.spec().volumes()) {
            String key = "default/" + volume.detail().textAt("claimName").orElse("");
            if (known.get(key) instanceof PersistentVolumeClaim claim) {
                KubeObject held =
                        known.get(Kind.PERSISTENT_VOLUME.name() + " " + claim.volumeName());
                KubeObject made = known.get(Kind.STORAGE_CLASS.name() + " " + claim.storageClass());
                if (held instanceof PersistentVolume bound) {
                    bound.detail().textAt("volumeHandle").ifPresent(handles::add);
                } else if (made instanceof StorageClass storageClass
                        && storageClass.provisioner().equals(StorageBuilders.DRIVER)) {
                    handles.add(key);
                }
            }
        }
        return handles;
    }
}
