package dev.berth.devices.allocation;

import dev.berth.model.Node;
import dev.berth.model.Quantity;
import dev.berth.model.device.CounterSet;
import dev.berth.model.device.Device;
import dev.berth.model.device.ResourceSlice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Assembles the pools of a node from slices (kube-scheduler: `GatherPools`).
public final class PoolAssembly {
    private static final Comparator<Pool> BY_ID = Comparator.comparing(Pool::id);
    private static final Comparator<Pool> USE_ORDER =
            Comparator.comparing(Pool::hasBindingConditions).thenComparing(BY_ID);

    private final AllocatorFeatures features;

    public PoolAssembly(AllocatorFeatures features) {
        this.features = features;
    }

    /// Sorts pools in the order in which devices are tried.
    static void sort(List<Pool> pools) {
        pools.sort(USE_ORDER);
    }

    /// The pool as the node sees it; empty if it has nothing for the node.
    ///
    /// @param candidates the slices that can be for the node: those with its name and those that
    ///   select nodes in another way
    /// @param all the slices of the pool
    /// @throws AllocationException if a node selector is invalid
    public Optional<Pool> assemble(
            PoolId id, Node node, List<IndexedSlice> candidates, List<IndexedSlice> all) {
        List<IndexedSlice> relevant = latest(candidates, node);
        if (relevant.isEmpty()) {
            return Optional.empty();
        }
        ResourceSlice first = relevant.getFirst().slice();
        if (relevant.size() == first.sliceCount()) {
            return Optional.of(built(id, relevant, List.of()));
        }
        // Parity: GatherPools compares with the rest of the cluster only if the node does not see
        // the complete pool.
        var sameGeneration = new ArrayList<IndexedSlice>();
        for (IndexedSlice slice : all) {
            if (slice.slice().generation() > first.generation()) {
                return Optional.empty();
            }
            if (slice.slice().generation() == first.generation() && compatible(slice)) {
                sameGeneration.add(slice);
            }
        }
        if (sameGeneration.size() != first.sliceCount()) {
            return Optional.of(Pool.without(id, Pool.State.INCOMPLETE));
        }
        var names = new HashSet<String>();
        relevant.forEach(slice -> names.add(slice.name()));
        sameGeneration.removeIf(slice -> names.contains(slice.name()));
        return Optional.of(built(id, relevant, sameGeneration));
    }

    /// The slices of the latest generation among those for the node.
    private List<IndexedSlice> latest(List<IndexedSlice> candidates, Node node) {
        var relevant = new ArrayList<IndexedSlice>();
        for (IndexedSlice slice : candidates) {
            if (!readable(slice) || !isFor(slice, node)) {
                continue;
            }
            if (!relevant.isEmpty()) {
                long known = relevant.getFirst().slice().generation();
                if (slice.slice().generation() < known) {
                    continue;
                }
                if (slice.slice().generation() > known) {
                    relevant.clear();
                }
            }
            relevant.add(slice);
        }
        return relevant;
    }

    private boolean readable(IndexedSlice slice) {
        boolean partitions =
                slice.slice().perDeviceNodeSelection().isPresent() || slice.definesCounters();
        return (features.partitionableDevices() || !partitions) && compatible(slice);
    }

    private static boolean compatible(IndexedSlice slice) {
        for (Device device : slice.slice().devices()) {
            for (CounterSet consumed : device.consumesCounters()) {
                if (!consumed.compatible()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isFor(IndexedSlice indexed, Node node) {
        ResourceSlice slice = indexed.slice();
        ResourceSlice.NodeSelection nodes = slice.nodes();
        if (!nodes.node().isEmpty() || nodes.allNodes() || nodes.nodeSelector().isPresent()) {
            try {
                return NodeSelectors.selects(nodes, node);
            } catch (AllocationException invalid) {
                throw new AllocationException(
                        "gather pool information: failed to perform node selection for slice %s: %s"
                                .formatted(slice.name(), invalid.text()));
            }
        }
        return slice.selectsPerDevice() && anyDeviceIsFor(slice, node);
    }

    private static boolean anyDeviceIsFor(ResourceSlice slice, Node node) {
        for (Device device : slice.devices()) {
            try {
                if (NodeSelectors.selects(device.nodes(), node)) {
                    return true;
                }
            } catch (AllocationException invalid) {
                throw new AllocationException(
                        "gather pool information: failed to perform node selection for device %s in slice %s: %s"
                                .formatted(device.name(), slice.name(), invalid.text()));
            }
        }
        return false;
    }

    private Pool built(PoolId id, List<IndexedSlice> relevant, List<IndexedSlice> elsewhere) {
        var counters = new ArrayList<IndexedSlice>();
        List<IndexedSlice> here = withDevices(relevant, counters);
        List<IndexedSlice> others = withDevices(elsewhere, counters);
        if (!uniqueNames(here)) {
            return Pool.without(id, Pool.State.INVALID);
        }
        if (!features.partitionableDevices()) {
            return new Pool(id, Pool.State.USABLE, here, List.of(), Map.of());
        }
        Optional<Map<String, Map<String, Quantity>>> sets = counterSets(counters);
        if (sets.isEmpty()) {
            return Pool.without(id, Pool.State.INVALID);
        }
        var pool = new Pool(id, Pool.State.USABLE, here, others, sets.get());
        return definesAllCounters(pool, here) && definesAllCounters(pool, others)
                ? pool
                : Pool.without(id, Pool.State.INVALID);
    }

    private List<IndexedSlice> withDevices(List<IndexedSlice> slices, List<IndexedSlice> counters) {
        var devices = new ArrayList<IndexedSlice>();
        for (IndexedSlice slice : slices) {
            if (features.partitionableDevices() && slice.definesCounters()) {
                counters.add(slice);
            } else {
                devices.add(slice);
            }
        }
        devices.sort(Comparator.comparing(IndexedSlice::name));
        return List.copyOf(devices);
    }

    private static boolean uniqueNames(List<IndexedSlice> slices) {
        var names = new HashSet<String>();
        for (IndexedSlice slice : slices) {
            for (Device device : slice.slice().devices()) {
                if (!names.add(device.name())) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The counters by set; empty if two sets have the same name.
    private static Optional<Map<String, Map<String, Quantity>>> counterSets(
            List<IndexedSlice> slices) {
        var sets = new HashMap<String, Map<String, Quantity>>();
        for (IndexedSlice slice : slices) {
            for (CounterSet set : slice.slice().sharedCounters()) {
                if (sets.putIfAbsent(set.name(), set.counters()) != null) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(sets);
    }

    private static boolean definesAllCounters(Pool pool, List<IndexedSlice> slices) {
        for (IndexedSlice slice : slices) {
            for (Device device : slice.slice().devices()) {
                if (!pool.definesCountersOf(device)) {
                    return false;
                }
            }
        }
        return true;
    }
}
