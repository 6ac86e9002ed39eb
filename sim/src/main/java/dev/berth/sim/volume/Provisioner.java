package dev.berth.sim.volume;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.model.json.Json;
import dev.berth.sim.time.TimerService;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Provisions volumes for claims after a delay, as the external provisioner of a CSI driver does.
///
/// The parameter `berth.dev/provision-seconds` of the storage class sets the delay. The annotation
/// `berth.dev/provision-failures` of the claim sets the number of failures. Invalid values are
/// ignored, see [VolumeController#ignoredFields]. A failure removes the selected node from the
/// claim, so that the scheduler can choose another node.
final class Provisioner {
    static final String SECONDS = "berth.dev/provision-seconds";
    static final String FAILURES = "berth.dev/provision-failures";
    static final Path SECONDS_OF_CLASS = Path.of("parameters", SECONDS);
    private static final long DEFAULT_NANOS = 1_000_000_000;
    private static final double MAX_SECONDS = 1e9;
    private static final Path DRIVERS = Path.of(VolumeStore.SPEC, "drivers");
    private static final Path NAME = Path.of("name");
    private static final Path TOPOLOGY = Path.of("topologyKeys");

    private final VolumeStore volumes;
    private final ClaimEvents notes;
    private final Clock clock;
    private final TimerService agenda;
    private final Set<String> underWay = new HashSet<>();

    Provisioner(VolumeStore volumes, ClaimEvents notes, Clock clock, TimerService agenda) {
        this.volumes = volumes;
        this.notes = notes;
        this.clock = clock;
        this.agenda = agenda;
    }

    void make(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (storageClass.provisioner().isEmpty()
                || storageClass.provisioner().equals(StorageClass.NO_PROVISIONER)) {
            notes.lacksProvisioner(claim, storageClass.provisioner());
            return;
        }
        long nanos = nanos(storageClass);
        if (underWay.add(claim.meta().uid())) {
            notes.begins(claim, storageClass.provisioner());
            agenda.at(clock.nowNanos() + nanos, () -> end(claim));
        }
    }

    private long nanos(StorageClass storageClass) {
        return volumes.find(Kind.STORAGE_CLASS, storageClass.meta().name())
                .flatMap(object -> SECONDS_OF_CLASS.find(object.json()))
                .flatMap(Provisioner::nanos)
                .orElse(DEFAULT_NANOS);
    }

    /// Parses seconds from a number or a string; empty if the value is invalid or out of range.
    static Optional<Long> nanos(Json given) {
        try {
            double seconds = Double.parseDouble(plain(given));
            return seconds >= 0 && seconds < MAX_SECONDS
                    ? Optional.of(Math.round(seconds * 1e9))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static Optional<Integer> times(Json given) {
        try {
            return Optional.of(Integer.parseInt(plain(given))).filter(times -> times >= 0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String plain(Json value) {
        return switch (value) {
            case Json.Str(var text) -> text;
            case Json.Num(var literal) -> literal;
            case Json _ -> "";
        };
    }

    private void end(PersistentVolumeClaim then) {
        underWay.remove(then.meta().uid());
        Optional<PersistentVolumeClaim> now =
                volumes.claim(then.key())
                        .filter(claim -> claim.meta().uid().equals(then.meta().uid()))
                        .filter(claim -> claim.volumeName().isEmpty())
                        .filter(claim -> claim.meta().deleted().isEmpty());
        if (now.isEmpty()) {
            return;
        }
        Optional<StorageClass> storageClass = volumes.storageClass(now.get().storageClass());
        if (storageClass.isPresent()
                && !fails(now.get())
                && capacity(now.get(), storageClass.get())) {
            create(now.get(), storageClass.get());
        }
    }

    private boolean fails(PersistentVolumeClaim claim) {
        int left =
                claim.meta()
                        .annotations()
                        .get(FAILURES)
                        .map(Json::of)
                        .flatMap(Provisioner::times)
                        .orElse(0);
        if (left > 0) {
            notes.fails(claim, "requested by annotation " + FAILURES);
            giveUp(claim, Json.Obj.EMPTY.with(FAILURES, Integer.toString(left - 1)));
        }
        return left > 0;
    }

    private void giveUp(PersistentVolumeClaim claim, Json.Obj annotations) {
        volumes.patch(
                claim,
                Json.Obj.of(
                        VolumeStore.METADATA,
                        Json.Obj.of(
                                VolumeStore.ANNOTATIONS,
                                annotations.with(
                                        PersistentVolumeClaim.SELECTED_NODE, Json.Null.NULL))));
    }

    /// Subtracts the request of the claim from the capacity, if the driver reports its capacity.
    private boolean capacity(PersistentVolumeClaim claim, StorageClass storageClass) {
        Optional<Labels> labels = node(claim).map(Node::labels);
        List<ObjectVersion> counted = counted(storageClass);
        if (labels.isEmpty() || counted.isEmpty()) {
            return true;
        }
        Quantity wanted = claim.request().orElse(Quantity.ZERO);
        for (ObjectVersion object : counted) {
            var capacity = (StorageCapacity) object.typed();
            if (selects(capacity, labels.get())
                    && capacity.limit().filter(max -> max.compareTo(wanted) >= 0).isPresent()) {
                capacity.capacity()
                        .ifPresent(left ->
                                volumes.patch(
                                        capacity,
                                        Json.Obj.EMPTY.with(
                                                "capacity", left.subtract(wanted).toString())));
                return true;
            }
        }
        notes.fails(claim, "not enough capacity");
        giveUp(claim, Json.Obj.EMPTY);
        return false;
    }

    private List<ObjectVersion> counted(StorageClass storageClass) {
        return volumes
                .store()
                .list(ObjectSelection.of(Kind.CSI_STORAGE_CAPACITY))
                .objects()
                .stream()
                .filter(object ->
                        ((StorageCapacity) object.typed())
                                .storageClassName()
                                .equals(storageClass.meta().name()))
                .toList();
    }

    private static boolean selects(StorageCapacity capacity, Labels labels) {
        try {
            return Selector.of(capacity.nodeTopology()).matches(labels);
        } catch (SelectorException unreadable) {
            return false;
        }
    }

    private Optional<Node> node(PersistentVolumeClaim claim) {
        return claim.selectedNode()
                .flatMap(name -> volumes.find(Kind.NODE, name))
                .map(object -> (Node) object.typed());
    }

    private void create(PersistentVolumeClaim claim, StorageClass storageClass) {
        String name = "pvc-" + claim.meta().uid();
        Json.Obj spec =
                Json.Obj.EMPTY
                        .with(
                                "capacity",
                                Json.Obj.EMPTY.with(
                                        "storage",
                                        claim.request().orElse(Quantity.ZERO).toString()))
                        .with("accessModes", VolumeStore.texts(claim.accessModes()))
                        .with("volumeMode", claim.volumeMode())
                        .with("storageClassName", claim.storageClass())
                        .with("persistentVolumeReclaimPolicy", policy(storageClass))
                        .with("claimRef", VolumeStore.reference(claim))
                        .with(
                                "csi",
                                Json.Obj.EMPTY
                                        .with("driver", storageClass.provisioner())
                                        .with("volumeHandle", name));
        if (!claim.attributesClass().isEmpty()) {
            spec = spec.with("volumeAttributesClassName", claim.attributesClass());
        }
        List<Json> topology = topology(claim, storageClass);
        if (!topology.isEmpty()) {
            Json term = Json.Obj.of("matchExpressions", new Json.Arr(topology));
            spec =
                    Path.of("nodeAffinity", "required", "nodeSelectorTerms")
                            .set(spec, new Json.Arr(List.of(term)));
        }
        volumes.store()
                .create(
                        ObjectTemplates.named(Kind.PERSISTENT_VOLUME, "", name)
                                .with(VolumeStore.SPEC, spec));
        notes.succeeds(claim, name);
    }

    private String policy(StorageClass storageClass) {
        return volumes.find(Kind.STORAGE_CLASS, storageClass.meta().name())
                .flatMap(object -> object.json().textAt("reclaimPolicy"))
                .orElse("Delete");
    }

    /// The topology of a new volume: the node labels that the driver uses as topology keys.
    private List<Json> topology(PersistentVolumeClaim claim, StorageClass storageClass) {
        Optional<Node> node = node(claim);
        var expressions = new ArrayList<Json>();
        node.flatMap(each -> volumes.find(Kind.CSI_NODE, each.name()))
                .ifPresent(drivers -> {
                    for (Json driver : DRIVERS.items(drivers.json())) {
                        if (NAME.text(driver).equals(storageClass.provisioner())) {
                            for (Json key : TOPOLOGY.items(driver)) {
                                expression(key, node.get().labels()).ifPresent(expressions::add);
                            }
                        }
                    }
                });
        return expressions;
    }

    private static Optional<Json> expression(Json key, Labels labels) {
        return key instanceof Json.Str(String name)
                ? labels.get(name)
                        .map(value ->
                                Json.Obj.EMPTY
                                        .with("key", name)
                                        .with("operator", "In")
                                        .with("values", VolumeStore.texts(List.of(value))))
                : Optional.empty();
    }
}
