package dev.berth.plugins.volumes;

import dev.berth.model.CsiDriver;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectLister;

import org.jspecify.annotations.Nullable;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    static final class Counted implements RowGroup {
        private StorageCapacity capacity;
        private final MatchingRows nodes;

        Counted(StorageCapacity capacity, MatchingRows nodes) {
            this.capacity = capacity;
            this.nodes = nodes;
        }

        StorageCapacity capacity() {
            return capacity;
        }

        @Override
        public MatchingRows rows() {
            return nodes;
        }

        /// Whether a volume of this size can be provisioned.
        boolean enough(long wanted) {
            return capacity.limit().map(Quantity::value).orElse(-1L) >= wanted;
        }
    }

    /// The capacities of one storage class, by key.
    private static final class OfClass {
        final TreeMap<String, Counted> byKey = new TreeMap<>();
        final GroupChanges<Counted> changes = new GroupChanges<>();
        final Map<Long, BestByRow<Counted, StorageCapacity>> first = new FirstBySize();
    }

    /// The results for the sizes that were requested last.
    private static final class FirstBySize
            extends LinkedHashMap<Long, BestByRow<Counted, StorageCapacity>> {
        @Serial private static final long serialVersionUID = 1L;

        private static final int MAX = 16;

        FirstBySize() {
            super(MAX, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(
                Map.Entry<Long, BestByRow<Counted, StorageCapacity>> oldest) {
            return size() > MAX;
        }
    }

    private final Supplier<ObjectLister> objects;
    private final VolumeTopologyIndex reach;
    private final Map<String, OfClass> capacities = new HashMap<>();

    Provisioning(Supplier<ObjectLister> objects, VolumeTopologyIndex reach) {
        this.objects = objects;
        this.reach = reach;
    }

    void forgetAll() {
        capacities.clear();
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (before.orElse(null) instanceof StorageCapacity old
                && after.orElse(null) instanceof StorageCapacity changed
                && sameNodes(old, changed)) {
            // The capacity changes often, and its nodes rarely.
            OfClass ofClass = capacities.get(changed.storageClassName());
            Counted known = ofClass == null ? null : ofClass.byKey.get(changed.key());
            if (ofClass != null && known != null) {
                known.capacity = changed;
                ofClass.changes.add(known);
                return;
            }
        }
        if (before.orElse(null) instanceof StorageCapacity old) {
            remove(old);
        }
        if (after.orElse(null) instanceof StorageCapacity added
                && added.nodeTopology().isPresent()) {
            OfClass ofClass =
                    capacities.computeIfAbsent(added.storageClassName(), name -> new OfClass());
            var counted = new Counted(added, reach.selected(added.nodeTopology().get()));
            ofClass.byKey.put(added.key(), counted);
            ofClass.changes.add(counted);
        }
    }

    private static boolean sameNodes(StorageCapacity before, StorageCapacity after) {
        return before.storageClassName().equals(after.storageClassName())
                && before.nodeTopology().equals(after.nodeTopology());
    }

    private void remove(StorageCapacity capacity) {
        OfClass ofClass = capacities.get(capacity.storageClassName());
        if (ofClass != null && ofClass.byKey.remove(capacity.key()) != null) {
            ofClass.changes.invalidate();
            if (ofClass.byKey.isEmpty()) {
                capacities.remove(capacity.storageClassName());
            }
        }
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
        if (!counted(claim, storageClass)) {
            return new FreeCapacity(false, List.of());
        }
        long wanted = claim.request().orElseThrow().value();
        var enough = new ArrayList<Counted>();
        // Parity: capacities for several claims of a pod are not summed.
        OfClass ofClass = capacities.get(storageClass.meta().name());
        if (ofClass != null) {
            for (Counted counted : ofClass.byKey.values()) {
                if (counted.enough(wanted)) {
                    enough.add(counted);
                }
            }
        }
        return new FreeCapacity(true, enough);
    }

    /// Whether the capacity counts for the claim: the driver publishes it, and the claim has a
    /// size.
    boolean counted(PersistentVolumeClaim claim, StorageClass storageClass) {
        return claim.request().isPresent() && counts(storageClass.provisioner());
    }

    /// The first sufficient capacity on each row, for a claim whose capacity counts; null if the
    /// class has none.
    @Nullable BestByRow<Counted, StorageCapacity> first(
            PersistentVolumeClaim claim, StorageClass storageClass, Nodes nodes) {
        OfClass ofClass = capacities.get(storageClass.meta().name());
        if (ofClass == null) {
            return null;
        }
        BestByRow<Counted, StorageCapacity> first =
                ofClass.first.computeIfAbsent(
                        claim.request().orElseThrow().value(),
                        wanted ->
                                new BestByRow<>(
                                        reach.changes(),
                                        ofClass.changes,
                                        ofClass.byKey::values,
                                        counted ->
                                                counted.enough(wanted) ? counted.capacity() : null,
                                        Comparator.comparing(StorageCapacity::key),
                                        Provisioning::sizeOf));
        first.update(nodes);
        return first;
    }

    /// The total capacity, by which nodes are scored; -1 if it is not known.
    static long sizeOf(StorageCapacity capacity) {
        return capacity.capacity().map(Quantity::value).orElse(-1L);
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
            if (counted.rows().contains(node)) {
                return Optional.of(counted.capacity());
            }
        }
        return Optional.empty();
    }
}
