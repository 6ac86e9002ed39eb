package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.PodShape;

import java.util.LinkedHashMap;
import java.util.Map;

/// The shapes seen last, per profile; the least recently used one is dropped when memory would grow
/// too much.
final class ShapeCache {
    /// Rows remembered over all shapes, about ten bytes each; a shape itself costs as much as some
    /// hundreds of rows.
    private static final long MAX_ROWS = 16_000_000;

    private static final int ROWS_A_SHAPE = 512;

    private static final int MIN_SHAPES = 16;

    private final NodeTable nodes;
    private final Map<Key, ShapeState> states =
            new LinkedHashMap<>(256, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, ShapeState> oldest) {
                    return size() > MIN_SHAPES
                            && (long) size() * (nodes.rows() + ROWS_A_SHAPE) > MAX_ROWS;
                }
            };

    private record Key(PodShape shape, Profile profile) {}

    ShapeCache(NodeTable nodes) {
        this.nodes = nodes;
    }

    ShapeState of(PodShape shape, Profile profile) {
        return states.computeIfAbsent(
                new Key(shape, profile), key -> new ShapeState(nodes, profile));
    }

    void clear() {
        states.clear();
    }
}
