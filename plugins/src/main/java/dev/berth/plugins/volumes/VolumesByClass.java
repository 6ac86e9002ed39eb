package dev.berth.plugins.volumes;

import dev.berth.model.ClaimReference;
import dev.berth.model.KubeObject;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
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
    static final class Group {
        private final MatchingRows rows;
        private final TreeMap<Size, PersistentVolume> volumes = new TreeMap<>();

        Group(MatchingRows rows) {
            this.rows = rows;
        }

        /// The nodes that can access the volumes.
        MatchingRows rows() {
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

    private static final class Shelf {
        final Map<Optional<List<NodeSelectorTerm>>, Group> free = new HashMap<>();
        final Map<String, TreeMap<String, PersistentVolume>> kept = new HashMap<>();
    }

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
            shelf.free
                    .computeIfAbsent(
                            volume.nodeAffinity(), affinity -> new Group(reach.of(affinity)))
                    .volumes
                    .put(Size.of(volume), volume);
        }
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
            if (group != null
                    && group.volumes.remove(Size.of(volume)) != null
                    && group.volumes.isEmpty()) {
                shelf.free.remove(volume.nodeAffinity());
            }
        }
        if (shelf.free.isEmpty() && shelf.kept.isEmpty()) {
            byClass.remove(volume.storageClass());
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
}
