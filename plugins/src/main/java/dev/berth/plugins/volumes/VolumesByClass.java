package dev.berth.plugins.volumes;

import dev.berth.model.ClaimReference;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.spi.Nodes;

import org.jspecify.annotations.Nullable;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The volumes including assumed changes, indexed by class. Free volumes are grouped by the nodes
/// that can access them and sorted by size. Reserved volumes are indexed by claim.
final class VolumesByClass {
    /// Orders volumes by size and then by name.
    static final Comparator<PersistentVolume> BY_SIZE = Comparator.comparing(Size::of);

    /// The volumes of one class with equal node affinity.
    static final class Group implements RowGroup {
        private final MatchingRows rows;
        private final TreeMap<Size, PersistentVolume> volumes = new TreeMap<>();

        Group(MatchingRows rows) {
            this.rows = rows;
        }

        @Override
        public MatchingRows rows() {
            return rows;
        }

        /// The volumes of at least this size, smallest first.
        Collection<PersistentVolume> atLeast(Quantity size) {
            return volumes.tailMap(new Size(size, "")).values();
        }
    }

    /// The sort key of volumes: the capacity and then the name.
    private record Size(Quantity capacity, String name) implements Comparable<Size> {
        static Size of(PersistentVolume volume) {
            return new Size(volume.capacity(), volume.name());
        }

        @Override
        public int compareTo(Size other) {
            int compared = capacity.compareTo(other.capacity);
            return compared != 0 ? compared : name.compareTo(other.name);
        }
    }

    /// What a claim requires of a free volume.
    private record Wanted(
            Quantity size,
            String volumeMode,
            String attributesClass,
            List<String> accessModes,
            Optional<LabelSelector> selector) {
        static Wanted of(ClaimRequirements demand) {
            PersistentVolumeClaim claim = demand.claim();
            return new Wanted(
                    demand.size(),
                    claim.volumeMode(),
                    claim.attributesClass(),
                    claim.accessModes(),
                    claim.selector());
        }
    }

    private static final class Shelf {
        final Map<Optional<List<NodeSelectorTerm>>, Group> free = new HashMap<>();
        final Map<String, TreeMap<String, PersistentVolume>> kept = new HashMap<>();

        /// The groups without a free volume, which get one again when a volume is released.
        final Map<Optional<List<NodeSelectorTerm>>, Group> empty = new HashMap<>();

        final GroupChanges<Group> changes = new GroupChanges<>();
        final Map<Wanted, BestByRow<Group, PersistentVolume>> smallest = new SmallestByClaim();
    }

    /// The results for the claims that were used last.
    private static final class SmallestByClaim
            extends LinkedHashMap<Wanted, BestByRow<Group, PersistentVolume>> {
        @Serial private static final long serialVersionUID = 1L;

        private static final int MAX = 16;

        SmallestByClaim() {
            super(MAX, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(
                Map.Entry<Wanted, BestByRow<Group, PersistentVolume>> oldest) {
            return size() > MAX;
        }
    }

    private static final int MIN_EMPTY = 64;

    private final VolumeTopologyIndex reach;
    private final Map<String, Shelf> byClass = new HashMap<>();

    VolumesByClass(VolumeTopologyIndex reach) {
        this.reach = reach;
    }

    void forgetAll() {
        byClass.clear();
    }

    void changed(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (before.orElse(null) instanceof PersistentVolume volume) {
            remove(volume);
        }
        if (after.orElse(null) instanceof PersistentVolume volume) {
            add(volume);
        }
    }

    private void add(PersistentVolume volume) {
        Shelf shelf = byClass.computeIfAbsent(volume.storageClass(), name -> new Shelf());
        if (volume.claim().isPresent()) {
            shelf.kept
                    .computeIfAbsent(key(volume.claim().get()), key -> new TreeMap<>())
                    .put(volume.name(), volume);
        } else if (volume.phase().equals(PersistentVolume.AVAILABLE)) {
            Group group =
                    shelf.free.computeIfAbsent(
                            volume.nodeAffinity(), affinity -> group(shelf, affinity));
            group.volumes.put(Size.of(volume), volume);
            shelf.changes.add(group);
        }
    }

    private Group group(Shelf shelf, Optional<List<NodeSelectorTerm>> affinity) {
        Group known = shelf.empty.remove(affinity);
        return known == null ? new Group(reach.of(affinity)) : known;
    }

    private void remove(PersistentVolume volume) {
        Shelf shelf = byClass.get(volume.storageClass());
        if (shelf == null) {
            return;
        }
        if (volume.claim().isPresent()) {
            String key = key(volume.claim().get());
            Map<String, PersistentVolume> here = shelf.kept.get(key);
            if (here != null && here.remove(volume.name()) != null && here.isEmpty()) {
                shelf.kept.remove(key);
            }
        } else {
            Group group = shelf.free.get(volume.nodeAffinity());
            if (group != null && group.volumes.remove(Size.of(volume)) != null) {
                shelf.changes.add(group);
                if (group.volumes.isEmpty()) {
                    shelf.free.remove(volume.nodeAffinity());
                    emptied(shelf, volume.nodeAffinity(), group);
                }
            }
        }
        if (shelf.free.isEmpty() && shelf.kept.isEmpty()) {
            byClass.remove(volume.storageClass());
        }
    }

    /// Nodes come and go, and so do the groups of their volumes.
    private static void emptied(
            Shelf shelf, Optional<List<NodeSelectorTerm>> affinity, Group group) {
        shelf.empty.put(affinity, group);
        if (shelf.empty.size() > MIN_EMPTY + 2 * shelf.free.size()) {
            shelf.empty.clear();
            shelf.changes.invalidate();
        }
    }

    private static String key(ClaimReference claim) {
        return claim.namespace() + "/" + claim.name();
    }

    /// The volumes of the claim's class that are reserved for it, by name.
    List<PersistentVolume> keptFor(PersistentVolumeClaim claim) {
        Shelf shelf = byClass.get(claim.storageClass());
        Map<String, PersistentVolume> here = shelf == null ? null : shelf.kept.get(claim.key());
        if (here == null) {
            return List.of();
        }
        var kept = new ArrayList<PersistentVolume>();
        for (PersistentVolume volume : here.values()) {
            if (volume.claim().orElseThrow().means(claim)) {
                kept.add(volume);
            }
        }
        return kept;
    }

    /// The free volumes of the class.
    Collection<Group> free(String storageClass) {
        Shelf shelf = byClass.get(storageClass);
        return shelf == null ? List.of() : shelf.free.values();
    }

    /// The smallest free volume on each row that meets the requirements; null if the class has no
    /// volumes.
    @Nullable BestByRow<Group, PersistentVolume> smallest(ClaimRequirements demand, Nodes nodes) {
        Shelf shelf = byClass.get(demand.claim().storageClass());
        if (shelf == null) {
            return null;
        }
        BestByRow<Group, PersistentVolume> smallest =
                shelf.smallest.computeIfAbsent(
                        Wanted.of(demand),
                        wanted ->
                                new BestByRow<>(
                                        reach.changes(),
                                        shelf.changes,
                                        shelf.free::values,
                                        group -> smallestOf(group, demand),
                                        BY_SIZE,
                                        volume -> volume.capacity().value()));
        smallest.update(nodes);
        return smallest;
    }

    private static @Nullable PersistentVolume smallestOf(Group group, ClaimRequirements demand) {
        for (PersistentVolume volume : group.atLeast(demand.size())) {
            if (demand.acceptsFree(volume)) {
                return volume;
            }
        }
        return null;
    }
}
