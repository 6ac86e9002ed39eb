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

/// Where volumes can be made for claims that found none.
final class Provisioning {
    /// A claim for which a volume is to be made.
    ///
    /// @param capacity what says that there is room; absent where nobody counts
    record Provision(PersistentVolumeClaim claim, Optional<StorageCapacity> capacity) {}

    /// The capacities that are enough for a claim; if nobody counts it is enough everywhere.
    record FreeCapacity(boolean counted, List<Counted> enough) {}

    /// What is left on some nodes.
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
            // How much is left changes often, and where it is does not.
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

    /// The class that is to provide for the claim.
    ///
    /// @throws IllegalStateException if there is none
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

    /// Whether anybody makes volumes of the class.
    static boolean provides(StorageClass storageClass) {
        return !storageClass.provisioner().isEmpty()
                && !storageClass.provisioner().equals(StorageClass.NO_PROVISIONER);
    }

    /// Where the class makes volumes.
    MatchingRows allowed(StorageClass storageClass) {
        return reach.allowed(storageClass.allowedTopologies());
    }

    /// What is left of the class that is enough for the claim.
    FreeCapacity capacity(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (claim.request().isEmpty() || !counts(storageClass.provisioner())) {
            return new FreeCapacity(false, List.of());
        }
        long wanted = claim.request().get().value();
        var enough = new ArrayList<Counted>();
        // Several of one claim are not added up, neither here nor upstream.
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

    /// The first capacity that is for the node.
    Optional<StorageCapacity> firstFor(NodeView node, FreeCapacity capacity) {
        for (Counted counted : capacity.enough()) {
            if (counted.nodes().contains(node)) {
                return Optional.of(counted.capacity());
            }
        }
        return Optional.empty();
    }
}
