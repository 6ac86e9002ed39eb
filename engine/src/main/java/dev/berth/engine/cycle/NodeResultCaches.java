package dev.berth.engine.cycle;

import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.StateKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Caches results by row for what-ifs: with the pods nominated to the row, or with pods removed.
/// The results of plain filters are in [FilterResultCache]. The results are valid for pods of one
/// shape and priority until the row changes.
///
/// A result is valid while the filters are the same objects and the row has the same version. If a
/// filter depends on more than its row, results are cached for the rows on which it passes with any
/// pods, because there it influences nothing.
final class NodeResultCaches {
    /// The number of cached rows over all caches; a result takes up to a few hundred bytes.
    private static final long MAX_ROWS = 500_000;

    /// A cache and its pod shape take as much memory as a few hundred rows.
    private static final int ROWS_PER_CACHE = 512;

    private static final int MIN_CACHES = 8;

    private final ClusterState state;
    private final Map<Key, RowResults> caches =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, RowResults> oldest) {
                    return size() > MIN_CACHES
                            && (long) size() * (state.nodes().rows() + ROWS_PER_CACHE) > MAX_ROWS;
                }
            };

    private record Key(PodShapeEntry shape, StateKey<?> what, int priority) {}

    NodeResultCaches(ClusterState state) {
        this.state = state;
    }

    /// Results by row, with the filters and the stamp that they were computed with.
    private static final class RowResults {
        private @Nullable NodeFilter[] filters = {};
        private long stamp;
        private @Nullable Object[] byRow = {};
        private long[] versions = {};

        /// Clears the cache unless its results were computed with these filters and this stamp.
        void validate(@Nullable NodeFilter[] wanted, long wantedStamp) {
            if (stamp != wantedStamp || !same(filters, wanted)) {
                filters = wanted;
                stamp = wantedStamp;
                Arrays.fill(byRow, null);
            }
        }

        @Nullable Object get(int row, long version) {
            return row < byRow.length && versions[row] == version ? byRow[row] : null;
        }

        void put(int row, long version, Object result, int rows) {
            if (row >= byRow.length) {
                int capacity = Math.max(rows, byRow.length * 2);
                byRow = Arrays.copyOf(byRow, capacity);
                versions = Arrays.copyOf(versions, capacity);
            }
            byRow[row] = result;
            versions[row] = version;
        }

        @SuppressWarnings("ReferenceEquality") // Cached filters are compared by identity.
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

    void clear() {
        caches.clear();
    }

    /// The cache for the attempt's pod, for results that depend on the first filters only.
    ///
    /// @param filters how many filters the results depend on
    /// @param own the row that the pod itself is nominated to, where results for other pods are not
    ///   valid; -1 if there is none
    <T> NodeResultCache<T> of(
            PreparedAttempt prepared, int filters, StateKey<T> what, long stamp, int own) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        @Nullable NodeFilter[] wanted = Arrays.copyOf(nodeFilters.filters(), filters);
        NodeSet valid = state.nodes().all();
        for (int i = 0; i < filters; i++) {
            NodeFilter filter = wanted[i];
            if (filter != null && !nodeFilters.onRowAlone(i)) {
                valid = nodeFilters.passingWithAnyPods(i, filter, state.nodes(), valid);
                // The filter influences no result on these rows.
                wanted[i] = null;
                if (valid.isEmpty()) {
                    return new NoCache<>();
                }
            }
        }
        var key = new Key(prepared.shape(), what, prepared.pod().spec().priority());
        RowResults results = caches.computeIfAbsent(key, k -> new RowResults());
        results.validate(wanted, stamp);
        return new CachedResults<>(state.nodes(), results, what, valid, own);
    }

    /// @param valid the rows for which results are valid
    private record CachedResults<T>(
            NodeTable nodes, RowResults results, StateKey<T> what, NodeSet valid, int own)
            implements NodeResultCache<T> {
        private boolean valid(int row) {
            return row != own && valid.contains(row);
        }

        @Override
        public Optional<T> get(NodeView node) {
            int row = node.row();
            Object result = valid(row) ? results.get(row, nodes.version(row)) : null;
            return result == null ? Optional.empty() : Optional.of(what.cast(result));
        }

        @Override
        public void put(NodeView node, T result) {
            int row = node.row();
            if (valid(row)) {
                results.put(row, nodes.version(row), result, nodes.rows());
            }
        }
    }

    private record NoCache<T>() implements NodeResultCache<T> {
        @Override
        public Optional<T> get(NodeView node) {
            return Optional.empty();
        }

        @Override
        public void put(NodeView node, T result) {}
    }
}
