package dev.berth.devices.allocation;

import dev.berth.model.Node;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceSlice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The reference implementation of [SliceIndex]: it looks at all slices for every node.
final class ReferencePools {
    private final AllocatorFeatures features;
    private final List<IndexedSlice> slices = new ArrayList<>();

    ReferencePools(
            AllocatorFeatures features,
            Collection<ResourceSlice> slices,
            Collection<DeviceTaintRule> rules) {
        this.features = features;
        List<DeviceTaintRule> sorted =
                rules.stream().sorted(Comparator.comparing(rule -> rule.meta().name())).toList();
        slices.stream()
                .sorted(Comparator.comparing(ResourceSlice::name))
                .forEach(slice ->
                        this.slices.add(IndexedSlice.of(SliceIndex.patched(slice, sorted))));
    }

    List<Pool> pools(Node node) {
        var byPool = new TreeMap<PoolId, List<IndexedSlice>>();
        for (IndexedSlice slice : slices) {
            byPool.computeIfAbsent(PoolId.of(slice.slice()), id -> new ArrayList<>()).add(slice);
        }
        var pools = new ArrayList<Pool>();
        byPool.forEach((id, all) -> {
            var candidates = new ArrayList<IndexedSlice>();
            for (boolean local : List.of(true, false)) {
                for (IndexedSlice slice : all) {
                    String name = slice.slice().nodes().node();
                    if (local ? name.equals(node.name()) : name.isEmpty()) {
                        candidates.add(slice);
                    }
                }
            }
            new PoolAssembly(features).assemble(id, node, candidates, all).ifPresent(pools::add);
        });
        PoolAssembly.sort(pools);
        return pools;
    }
}
