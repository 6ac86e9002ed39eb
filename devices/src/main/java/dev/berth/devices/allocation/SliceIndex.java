package dev.berth.devices.allocation;

import dev.berth.expression.DeviceInput;
import dev.berth.model.Node;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceTaint;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceSlice;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pools of each node, kept up to date with slices and taint rules (kube-scheduler:
/// `ResourceSliceTracker`).
///
/// A change assembles only the pool that it concerns again, and only for the nodes that are looked
/// at. Devices with equal contents share the results of selectors.
public final class SliceIndex {
    private final PoolAssembly assembly;
    private final Selectors selectors;
    private final Map<DeviceInput, MatchedContent> contents = new HashMap<>();
    private final TreeMap<String, DeviceTaintRule> rules = new TreeMap<>();
    private final Map<String, ResourceSlice> slices = new HashMap<>();
    private final Map<PoolId, PoolSlices> pools = new HashMap<>();
    private final Map<String, NavigableSet<PoolId>> poolsByNode = new HashMap<>();
    private final NavigableSet<PoolId> sharedPools = new TreeSet<>();
    private final Map<String, NodePools> assembled = new HashMap<>();
    private final DeviceChanges changes = new DeviceChanges();
    private long version;

    public SliceIndex(AllocatorFeatures features, Selectors selectors) {
        this.assembly = new PoolAssembly(features);
        this.selectors = selectors;
    }

    /// The slices of one pool by name.
    private static final class PoolSlices {
        final TreeMap<String, IndexedSlice> all = new TreeMap<>();
        final TreeMap<String, IndexedSlice> shared = new TreeMap<>();
        final Map<String, TreeMap<String, IndexedSlice>> byNode = new HashMap<>();
        long version;

        List<IndexedSlice> candidates(String node) {
            TreeMap<String, IndexedSlice> local = byNode.get(node);
            var candidates = new ArrayList<IndexedSlice>();
            if (local != null) {
                candidates.addAll(local.values());
            }
            candidates.addAll(shared.values());
            return candidates;
        }
    }

    /// The pools of one node.
    private static final class NodePools {
        final Node node;
        final Map<PoolId, AssembledPool> byId = new HashMap<>();
        List<Pool> inOrder = List.of();
        long version = -1;

        NodePools(Node node) {
            this.node = node;
        }
    }

    private record AssembledPool(long version, Optional<Pool> pool) {}

    /// The nodes whose pools, or the allocations of their pools, changed.
    public DeviceChanges changes() {
        return changes;
    }

    /// The devices of an allocation are no longer free, or free again.
    public void allocationChanged(Allocation allocation) {
        PoolId last = null;
        for (AllocatedDevice device : allocation.devices()) {
            PoolId id = PoolId.of(device.id());
            if (!id.equals(last)) {
                recordChange(pools.get(id));
                last = id;
            }
        }
    }

    /// A node was added, changed or deleted.
    public void nodeChanged(String name) {
        changes.recordNode(name);
    }

    /// A device class was added, changed or deleted.
    public void classChanged() {
        changes.recordAll();
    }

    private void recordChange(@Nullable PoolSlices pool) {
        if (pool == null) {
            return;
        }
        if (pool.shared.isEmpty()) {
            pool.byNode.keySet().forEach(changes::recordNode);
        } else {
            changes.recordAll();
        }
    }

    public void clear() {
        changes.recordAll();
        contents.clear();
        rules.clear();
        slices.clear();
        pools.clear();
        poolsByNode.clear();
        sharedPools.clear();
        assembled.clear();
        version++;
    }

    /// Adds or updates a slice.
    public void put(ResourceSlice slice) {
        if (slice.equals(slices.get(slice.name()))) {
            return;
        }
        remove(slice.name());
        slices.put(slice.name(), slice);
        add(slice);
    }

    /// Removes the slice with this name.
    public void remove(String name) {
        ResourceSlice before = slices.remove(name);
        if (before != null) {
            detach(before);
        }
    }

    /// Adds or updates a rule.
    public void putRule(DeviceTaintRule rule) {
        DeviceTaintRule before = rules.put(rule.meta().name(), rule);
        if (before == null
                || !before.selector().equals(rule.selector())
                || !before.taint().equals(rule.taint())) {
            patchAgain(before);
            patchAgain(rule);
        }
    }

    /// Removes the rule with this name.
    public void removeRule(String name) {
        patchAgain(rules.remove(name));
    }

    private void patchAgain(@Nullable DeviceTaintRule rule) {
        if (rule == null || rule.selector().isEmpty()) {
            return;
        }
        for (ResourceSlice slice : List.copyOf(slices.values())) {
            if (rule.selector().get().matchesPool(slice.driver(), slice.pool())) {
                detach(slice);
                add(slice);
            }
        }
    }

    /// The slice with the taints of the rules.
    static ResourceSlice patched(ResourceSlice slice, Collection<DeviceTaintRule> rules) {
        List<DeviceTaintRule> matching =
                rules.stream()
                        .filter(rule ->
                                rule.selector()
                                        .filter(each ->
                                                each.matchesPool(slice.driver(), slice.pool()))
                                        .isPresent())
                        .toList();
        return matching.isEmpty()
                ? slice
                : slice.withDevices(
                        slice.devices().stream().map(each -> patched(each, matching)).toList());
    }

    private static Device patched(Device device, List<DeviceTaintRule> rules) {
        var taints = new ArrayList<DeviceTaint>(device.taints());
        for (DeviceTaintRule rule : rules) {
            if (rule.selector().orElseThrow().matchesDevice(device.name())) {
                taints.add(rule.taint());
            }
        }
        return taints.size() == device.taints().size() ? device : device.withTaints(taints);
    }

    private void add(ResourceSlice slice) {
        IndexedSlice indexed = IndexedSlice.of(patched(slice, rules.values()), this::retain);
        PoolId id = PoolId.of(slice);
        PoolSlices pool = pools.computeIfAbsent(id, each -> new PoolSlices());
        String node = slice.nodes().node();
        pool.all.put(slice.name(), indexed);
        if (node.isEmpty()) {
            pool.shared.put(slice.name(), indexed);
            sharedPools.add(id);
        } else {
            pool.byNode.computeIfAbsent(node, each -> new TreeMap<>()).put(slice.name(), indexed);
            poolsByNode.computeIfAbsent(node, each -> new TreeSet<>()).add(id);
        }
        pool.version = ++version;
        recordChange(pool);
    }

    private void detach(ResourceSlice slice) {
        PoolId id = PoolId.of(slice);
        PoolSlices pool = pools.get(id);
        IndexedSlice indexed = pool == null ? null : pool.all.remove(slice.name());
        if (pool == null || indexed == null) {
            return;
        }
        recordChange(pool);
        indexed.devices().forEach(device -> release(device.content()));
        String node = slice.nodes().node();
        if (node.isEmpty()) {
            pool.shared.remove(slice.name());
            if (pool.shared.isEmpty()) {
                sharedPools.remove(id);
            }
        } else {
            TreeMap<String, IndexedSlice> local = pool.byNode.get(node);
            if (local != null && local.remove(slice.name()) != null && local.isEmpty()) {
                pool.byNode.remove(node);
                forgetPoolOf(node, id);
            }
        }
        pool.version = ++version;
        if (pool.all.isEmpty()) {
            pools.remove(id);
        }
    }

    private void forgetPoolOf(String node, PoolId id) {
        NavigableSet<PoolId> ids = poolsByNode.get(node);
        if (ids != null && ids.remove(id) && ids.isEmpty()) {
            poolsByNode.remove(node);
        }
    }

    private MatchedContent retain(DeviceInput content) {
        MatchedContent shared = contents.computeIfAbsent(content, MatchedContent::new);
        shared.retain();
        return shared;
    }

    private void release(MatchedContent content) {
        if (content.release()) {
            contents.remove(content.content());
        }
    }

    /// The pools of the node in the order of use.
    ///
    /// @throws AllocationException if a node selector is invalid
    public List<Pool> pools(Node node) {
        NodePools known = assembled.get(node.name());
        if (known == null || !known.node.equals(node)) {
            known = new NodePools(node);
            assembled.put(node.name(), known);
        }
        if (known.version != version) {
            assemble(known);
        }
        return known.inOrder;
    }

    private void assemble(NodePools of) {
        var ids = new TreeSet<>(sharedPools);
        ids.addAll(poolsByNode.getOrDefault(of.node.name(), new TreeSet<>()));
        of.byId.keySet().retainAll(ids);
        var inOrder = new ArrayList<Pool>();
        for (PoolId id : ids) {
            PoolSlices pool = pools.get(id);
            if (pool == null) {
                continue;
            }
            AssembledPool current = of.byId.get(id);
            if (current == null || current.version() != pool.version) {
                current =
                        new AssembledPool(
                                pool.version,
                                assembly.assemble(
                                        id,
                                        of.node,
                                        pool.candidates(of.node.name()),
                                        List.copyOf(pool.all.values())));
                of.byId.put(id, current);
            }
            current.pool().ifPresent(inOrder::add);
        }
        PoolAssembly.sort(inOrder);
        of.inOrder = List.copyOf(inOrder);
        of.version = version;
    }

    /// All slices that can select the node, also those of invalid and incomplete pools.
    List<IndexedSlice> slicesFor(String node) {
        var found = new ArrayList<IndexedSlice>();
        for (PoolId id : poolsByNode.getOrDefault(node, new TreeSet<>())) {
            found.addAll(
                    Objects.requireNonNull(Objects.requireNonNull(pools.get(id)).byNode.get(node))
                            .values());
        }
        for (PoolId id : sharedPools) {
            found.addAll(Objects.requireNonNull(pools.get(id)).shared.values());
        }
        return found;
    }

    /// Ends the use of the pools of a deleted node.
    public void forgetNode(String name) {
        assembled.remove(name);
    }

    /// Drops the results of selectors if there are too many of them.
    public void limitResults() {
        if (selectors.tooMany()) {
            selectors.clear();
            contents.values().forEach(MatchedContent::forgetResults);
        }
    }
}
