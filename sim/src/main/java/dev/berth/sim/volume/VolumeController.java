package dev.berth.sim.volume;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.controlplane.store.WatchSet;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Clock;
import dev.berth.model.ClaimReference;
import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.json.Json;
import dev.berth.sim.time.TimerService;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Binds persistent volume claims and volumes, provisions missing volumes and releases the volumes
/// of deleted claims (upstream: `PersistentVolumeController`).
///
/// The controller is level-triggered: a change only determines which claims and volumes to
/// reconcile.
public final class VolumeController {
    private static final List<Kind> KINDS =
            List.of(
                    Kind.STORAGE_CLASS,
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.POD);

    private final Store store;
    private final VolumeStore volumes;
    private final Provisioner provisioner;
    private final EphemeralVolumeController ephemeral;
    private final StorageProtection protection;
    private final ClaimEvents notes = new ClaimEvents();
    private final WatchSet watches;
    private final Set<String> claims = new LinkedHashSet<>();
    private final Set<String> loose = new LinkedHashSet<>();

    /// @param wakeUp called when [#pump] may have work to do
    public VolumeController(Store store, Clock clock, TimerService agenda, Runnable wakeUp) {
        this.store = store;
        this.watches = new WatchSet(store, wakeUp);
        this.volumes = new VolumeStore(store);
        this.provisioner = new Provisioner(volumes, notes, clock, agenda);
        this.ephemeral = new EphemeralVolumeController(store);
        this.protection = new StorageProtection(store);
    }

    /// Starts to record the events of claims.
    ///
    /// @param controller the events of the volume controller
    /// @param provisioner the events of the external provisioner
    public synchronized void noteInto(EventLog controller, EventLog provisioner) {
        notes.into(controller, provisioner);
    }

    /// A warning about an invalid provisioning parameter that the provisioner ignores; empty if
    /// there is none.
    public static Optional<String> ignoredFields(Json.Obj object) {
        Path failures = Path.of("metadata", "annotations", Provisioner.FAILURES);
        return switch (Path.of("kind").text(object)) {
            case "StorageClass" ->
                    Provisioner.SECONDS_OF_CLASS
                            .find(object)
                            .filter(given -> Provisioner.nanos(given).isEmpty())
                            .map(given ->
                                    "%s: %s is not a time in seconds; using 1"
                                            .formatted(Provisioner.SECONDS, given.text()));
            case "PersistentVolumeClaim" ->
                    failures.find(object)
                            .filter(given -> Provisioner.times(given).isEmpty())
                            .map(given ->
                                    "%s: %s is not a number of failures; using 0"
                                            .formatted(Provisioner.FAILURES, given.text()));
            default -> Optional.empty();
        };
    }

    /// Processes up to `max` changes of the store. Returns their number.
    public synchronized int pump(int max) {
        int seen = 0;
        for (Kind kind : KINDS) {
            for (WatchEvent event : watches.read(kind, max - seen)) {
                follow(event);
                seen++;
            }
        }
        settle();
        return seen;
    }

    private void follow(WatchEvent event) {
        if (event.type() == WatchEvent.Type.BOOKMARK) {
            return;
        }
        boolean gone = event.type() == WatchEvent.Type.DELETED;
        switch (event.object().typed()) {
            case PersistentVolumeClaim claim -> {
                claims.add(claim.key());
                if (gone) {
                    notes.forget(claim);
                }
                volumes.keptFor(claim).forEach(volume -> loose.add(volume.name()));
            }
            case PersistentVolume volume -> {
                loose.add(volume.name());
                volume.claim()
                        .ifPresentOrElse(
                                claim -> claims.add(claim.namespace() + "/" + claim.name()),
                                () -> pending(volume.storageClass()));
            }
            case StorageClass storageClass -> {
                pending(storageClass.meta().name());
                // The class can be the default for claims without a class.
                pending("");
            }
            case Pod pod -> {
                ephemeral.follow(pod, gone);
                if (gone) {
                    claims.addAll(StorageProtection.claimsOf(pod));
                }
            }
            default -> {}
        }
    }

    /// Queues the unbound claims of the class.
    private void pending(String storageClass) {
        for (ObjectVersion object :
                store.list(ObjectSelection.of(Kind.PERSISTENT_VOLUME_CLAIM)).objects()) {
            if (object.typed() instanceof PersistentVolumeClaim claim
                    && claim.volumeName().isEmpty()
                    && claim.storageClass().equals(storageClass)) {
                claims.add(claim.key());
            }
        }
    }

    private void settle() {
        List<String> claimsNow = List.copyOf(claims);
        List<String> looseNow = List.copyOf(loose);
        claims.clear();
        loose.clear();
        claimsNow.forEach(key -> volumes.claim(key).ifPresent(this::serve));
        looseNow.forEach(name -> volumes.volume(name).ifPresent(this::tidy));
    }

    private void serve(PersistentVolumeClaim claim) {
        if (claim.meta().deleted().isPresent()) {
            protection.claim(claim);
            return;
        }
        if (!claim.volumeName().isEmpty()) {
            keep(claim);
            return;
        }
        Optional<PersistentVolume> volume = volumes.keptFor(claim).stream().findFirst();
        Optional<StorageClass> storageClass = volumes.storageClass(claim.storageClass());
        boolean waits = storageClass.map(StorageClass::waits).orElse(false);
        if (volume.isEmpty() && !waits) {
            volume = volumes.smallest(claim);
        }
        if (volume.isPresent()) {
            volumes.bind(claim, volume.get());
        } else if (unclassed(claim) && volumes.defaultClass().isPresent()) {
            volumes.classify(claim, volumes.defaultClass().get());
        } else if (waits && claim.selectedNode().isEmpty()) {
            notes.waits(claim);
        } else if (storageClass.isPresent()) {
            provisioner.make(claim, storageClass.get());
        } else if (claim.storageClass().isEmpty()) {
            notes.findsNone(claim);
        } else {
            notes.lacksClass(claim);
        }
    }

    /// Whether the claim sets no storage class. An empty class name counts as set.
    private static boolean unclassed(PersistentVolumeClaim claim) {
        return claim.storageClassName().isEmpty()
                && !claim.meta().annotations().has(StorageClass.ANNOTATION);
    }

    /// Reconciles a claim with a volume name.
    private void keep(PersistentVolumeClaim claim) {
        Optional<PersistentVolume> volume = volumes.volume(claim.volumeName());
        boolean free =
                volume.flatMap(PersistentVolume::claim)
                        .map(reference -> reference.means(claim))
                        .orElse(true);
        boolean completed = claim.meta().annotations().has(PersistentVolumeClaim.BIND_COMPLETED);
        if (volume.isPresent() && free) {
            volumes.bind(claim, volume.get());
        } else if (completed && !claim.phase().equals(PersistentVolumeClaim.LOST)) {
            volumes.lose(claim);
            notes.loses(claim, volume.isPresent());
        }
    }

    /// Updates the phase of a volume, and releases a volume whose claim is deleted.
    private void tidy(PersistentVolume volume) {
        if (volume.meta().deleted().isPresent()) {
            protection.volume(volume);
            return;
        }
        if (volume.claim().isEmpty()) {
            volumes.phase(volume, PersistentVolume.AVAILABLE);
            return;
        }
        ClaimReference reference = volume.claim().get();
        Optional<PersistentVolumeClaim> claim =
                volumes.claim(reference.namespace() + "/" + reference.name())
                        .filter(reference::means);
        if (claim.isPresent()) {
            if (!claim.get().volumeName().equals(volume.name())) {
                volumes.phase(volume, PersistentVolume.AVAILABLE);
            }
        } else if (!reference.uid().isEmpty()) {
            volumes.release(volume);
        } else {
            volumes.phase(volume, PersistentVolume.AVAILABLE);
        }
    }
}
