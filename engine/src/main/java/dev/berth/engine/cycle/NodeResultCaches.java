package dev.berth.engine.cycle;

import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.StateKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What was found out about rows with the pods promised to them, or with pods taken away: kept for
/// pods of one shape and priority until the row changes.
///
/// A finding holds as long as the filters are the same objects, which are kept only for pods they
/// serve, and the row has the same version. Where a filter depends on more than its row, only what
/// those before it rejected can be kept.
final class NodeResultCaches {
    /// Rows kept over all memos; a finding may be some hundred bytes.
    private static final long MAX_ROWS = 500_000;

    /// A memo itself, and the shape it keeps, cost as much as some hundreds of rows.
    private static final int ROWS_PER_CACHE = 512;

    private static final int MIN_CACHES = 8;

    private final ClusterState state;
    private final Map<Key, Findings> caches =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Findings> oldest) {
                    return size() > MIN_CACHES
                            && (long) size() * (state.nodes().rows() + ROWS_PER_CACHE) > MAX_ROWS;
                }
            };

    private record Key(ShapeState shape, StateKey<?> what, int priority) {}

    NodeResultCaches(ClusterState state) {
        this.state = state;
    }

    /// Findings by row, and what they were made with.
    private static final class Findings {
        private @Nullable NodeFilter[] filters = {};
        private long stamp;
        private @Nullable Object[] byRow = {};
        private long[] versions = {};

        /// Forgets all unless it was found with these filters and this stamp.
        void serve(@Nullable NodeFilter[] wanted, long wantedStamp) {
            if (stamp != wantedStamp || !same(filters, wanted)) {
                filters = wanted;
                stamp = wantedStamp;
                Arrays.fill(byRow, null);
            }
        }

        @Nullable Object get(int row, long version) {
            return row < byRow.length && versions[row] == version ? byRow[row] : null;
        }

        void put(int row, long version, Object found, int rows) {
            if (row >= byRow.length) {
                int capacity = Math.max(rows, byRow.length * 2);
                byRow = Arrays.copyOf(byRow, capacity);
                versions = Arrays.copyOf(versions, capacity);
            }
            byRow[row] = found;
            versions[row] = version;
        }

        @SuppressWarnings("ReferenceEquality") // Kept filters are kept as they are.
        private static boolean same(@Nullable NodeFilter[] a, @Nullable NodeFilter[] b) {
            if (a.length != b.length) {
                return false;
            }
            for (int i = 0; i < a.length; i++) {
                if (a[i] != b[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /// The memo for the attempt's pod of what follows from the first filters alone.
    ///
    /// @param filters how many of them
    /// @param own the row promised to the pod itself, for which others' findings do not hold; -1 if
    ///   there is none
    <T> NodeResultCache<T> of(
            PreparedAttempt prepared, int filters, StateKey<T> what, long stamp, int own) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        if (filters > nodeFilters.onRowsAlone()) {
            return new Forgetful<>();
        }
        var key = new Key(prepared.shape(), what, prepared.pod().spec().priority());
        Findings findings = caches.computeIfAbsent(key, k -> new Findings());
        findings.serve(Arrays.copyOf(nodeFilters.filters(), filters), stamp);
        return new CachedResults<>(state.nodes(), findings, what, own);
    }

    private record CachedResults<T>(NodeTable nodes, Findings findings, StateKey<T> what, int own)
            implements NodeResultCache<T> {
        @Override
        public Optional<T> get(NodeView node) {
            int row = node.row();
            Object found = row == own ? null : findings.get(row, nodes.version(row));
            return found == null ? Optional.empty() : Optional.of(what.cast(found));
        }

        @Override
        public void put(NodeView node, T found) {
            int row = node.row();
            if (row != own) {
                findings.put(row, nodes.version(row), found, nodes.rows());
            }
        }
    }

    private record Forgetful<T>() implements NodeResultCache<T> {
        @Override
        public Optional<T> get(NodeView node) {
            return Optional.empty();
        }

        @Override
        public void put(NodeView node, T found) {}
    }
}
