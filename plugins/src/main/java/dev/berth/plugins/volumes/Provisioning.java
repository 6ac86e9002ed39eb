package dev.berth.plugins.volumes;

import dev.berth.model.CsiDriver;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectLister;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Decides where volumes can be provisioned for claims without an existing volume.
final class Provisioning {
    /// A claim for which a volume will be provisioned.
    ///
    /// @param capacity the CSIStorageCapacity with sufficient capacity; empty if the driver does
    ///   not publish its capacity
    record Provision(PersistentVolumeClaim claim, Optional<StorageCapacity> capacity) {}

    /// The sufficient capacities for a claim. If the driver does not publish its capacity, all
    /// nodes are sufficient.
    record FreeCapacity(boolean counted, List<Counted> enough) {}

    /// A capacity and its nodes.
    record Counted(StorageCapacity capacity, MatchingRows nodes) {}

    private final Supplier<ObjectLister> objects;
    private final VolumeTopologyIndex reach;
    private final Map<String, TreeMap<String, Counted>> capacities = new HashMap<>();

    Provisioning(Supplier<ObjectLister> objects, VolumeTopologyIndex reach) {
        this.objects = objects;
        this.reach = reach;
    }

    void forgetAll() {
        capacities.clear();
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        Optional<Counted> known =
                before.orElse(null) instanceof StorageCapacity capacity
                        ? remove(capacity)
                        : Optional.empty();
        if (after.orElse(null) instanceof StorageCapacity capacity
                && capacity.nodeTopology().isPresent()) {
            // The capacity changes often, and its nodes rarely.
            MatchingRows nodes =
                    known.filter(old -> sameNodes(old.capacity(), capacity))
                            .map(Counted::nodes)
                            .orElseGet(() -> reach.selected(capacity.nodeTopology().get()));
            capacities
                    .computeIfAbsent(capacity.storageClassName(), name -> new TreeMap<>())
                    .put(capacity.key(), new Counted(capacity, nodes));
        }
    }

    private static boolean sameNodes(StorageCapacity before, StorageCapacity after) {
        return before.nodeTopology().equals(after.nodeTopology());
    }

    private Optional<Counted> remove(StorageCapacity capacity) {
        Map<String, Counted> ofClass = capacities.get(capacity.storageClassName());
        if (ofClass == null) {
            return Optional.empty();
        }
        Optional<Counted> known = Optional.ofNullable(ofClass.remove(capacity.key()));
        if (ofClass.isEmpty()) {
            capacities.remove(capacity.storageClassName());
        }
        return known;
    }

    /// The storage class of the claim.
    ///
    /// @throws IllegalStateException if it does not exist
    StorageClass classOf(PersistentVolumeClaim claim) {
        if (claim.storageClass().isEmpty()) {
            throw new IllegalStateException("no class for claim \"%s\"".formatted(claim.key()));
        }
        return ClassifiedClaims.storageClass(claim, objects.get())
                .orElseThrow(() ->
                        new IllegalStateException(
                                "failed to find storage class \"%s\""
                                        .formatted(claim.storageClass())));
    }

    /// Whether the class has a provisioner.
    static boolean provides(StorageClass storageClass) {
        return !storageClass.provisioner().isEmpty()
                && !storageClass.provisioner().equals(StorageClass.NO_PROVISIONER);
    }

    /// The nodes that the allowed topologies of the class match.
    MatchingRows allowed(StorageClass storageClass) {
        return reach.allowed(storageClass.allowedTopologies());
    }

    /// The capacities of the class that are sufficient for the claim.
    FreeCapacity capacity(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (claim.request().isEmpty() || !counts(storageClass.provisioner())) {
            return new FreeCapacity(false, List.of());
        }
        long wanted = claim.request().get().value();
        var enough = new ArrayList<Counted>();
        // Parity: capacities for several claims of a pod are not summed.
        for (Counted counted :
                capacities.getOrDefault(storageClass.meta().name(), new TreeMap<>()).values()) {
            if (counted.capacity().limit().map(Quantity::value).orElse(-1L) >= wanted) {
                enough.add(counted);
            }
        }
        return new FreeCapacity(true, enough);
    }

    private boolean counts(String driver) {
        return objects.get()
                .get(Kind.CSI_DRIVER, driver)
                .map(CsiDriver.class::cast)
                .map(CsiDriver::storageCapacity)
                .orElse(false);
    }

    /// The first capacity for the node.
    Optional<StorageCapacity> firstFor(NodeView node, FreeCapacity capacity) {
        for (Counted counted : capacity.enough()) {
            if (counted.nodes().contains(node)) {
                return Optional.of(counted.capacity());
            }
        }
        return Optional.empty();
    }
}
