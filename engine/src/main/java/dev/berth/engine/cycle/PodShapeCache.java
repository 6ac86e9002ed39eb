package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// The pod shapes that were used last, by profile, with the results of their filters
/// ([FilterResultCache]) and scorers ([ScoreResultCache]). The least recently used ones are dropped
/// to bound memory.
final class PodShapeCache {
    /// The number of cached rows over all pod shapes, about ten bytes each. A pod shape itself
    /// takes as much memory as a few hundred rows.
    private static final long MAX_ROWS = 16_000_000;

    private static final int ROWS_A_SHAPE = 512;

    private static final int MIN_SHAPES = 16;

    private final NodeTable nodes;
    private final Map<Key, PodShapeEntry> states =
            new LinkedHashMap<>(256, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, PodShapeEntry> oldest) {
                    return size() > MIN_SHAPES
                            && (long) size() * (nodes.rows() + ROWS_A_SHAPE) > MAX_ROWS;
                }
            };

    /// The pod shape of the last pod, which is that of the next pod most of the time.
    private @Nullable Key lastKey;

    private @Nullable PodShapeEntry lastEntry;

    private record Key(PodShape shape, Profile profile) {
        @SuppressWarnings("ReferenceEquality") // Pods of one workload share the parts.
        boolean isOf(Pod pod, Profile other) {
            return shape.template() == pod.template()
                    && shape.labels() == pod.labels()
                    && profile == other
                    && shape.namespace().equals(pod.namespace());
        }
    }

    PodShapeCache(NodeTable nodes) {
        this.nodes = nodes;
    }

    PodShapeEntry of(Pod pod, Profile profile) {
        Key before = lastKey;
        PodShapeEntry same = lastEntry;
        if (before != null && same != null && before.isOf(pod, profile)) {
            return same;
        }
        var key = new Key(pod.shape(), profile);
        PodShapeEntry entry = states.get(key);
        if (entry == null) {
            entry = new PodShapeEntry(nodes, profile);
            states.put(key, entry);
        }
        lastKey = key;
        lastEntry = entry;
        return entry;
    }

    void clear() {
        states.clear();
        lastKey = null;
        lastEntry = null;
    }
}
