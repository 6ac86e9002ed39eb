package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.Pod;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.StateKey;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// Filters nodes as if the pods that are nominated to them were running there (kube-scheduler:
/// `RunFilterPluginsWithNominatedPods`).
final class NominatedPodsFilter {
    /// The last verdict on a row with nominated pods.
    private record Known(Optional<NodeFilters.NodeRejection> rejection) {}

    private static final StateKey<Known> NOMINATED = StateKey.of("nominated", Known.class);

    private final ClusterState state;
    private final NodeTable nodes;
    private final NodeResultCaches caches;
    private final PluginFailures failures;

    NominatedPodsFilter(ClusterState state, PluginFailures failures) {
        this.state = state;
        this.nodes = state.nodes();
        this.caches = new NodeResultCaches(state);
        this.failures = failures;
    }

    /// Receives the rows that are rejected because of the pods nominated to them.
    @FunctionalInterface
    interface OnRejected {
        void accept(int row, NodeFilters.NodeRejection why);
    }

    /// Filters those of `rows` that have nominated pods; returns how many are rejected.
    int rejectRows(PreparedAttempt prepared, NodeSet rows, OnRejected rejected) {
        NodeSet nominated = state.nominations().rows();
        NodeFilters nodeFilters = prepared.nodeFilters();
        NodeResultCache<Known> known = null;
        int lasting = nodeFilters.onRowsAlone();
        int count = 0;
        for (int i = 0; i < nominated.words(); i++) {
            for (long word = nominated.word(i) & rows.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                if (known == null) {
                    known = resultCache(prepared, lasting, NOMINATED, 0);
                }
                Optional<NodeFilters.NodeRejection> why = cached(prepared, row, lasting, known);
                if (why.isPresent()) {
                    rejected.accept(row, why.get());
                    count++;
                }
            }
        }
        return count;
    }

    /// @param lasting how many of the first filters give the same verdict on a row until it changes
    private Optional<NodeFilters.NodeRejection> cached(
            PreparedAttempt prepared, int row, int lasting, NodeResultCache<Known> known) {
        NodeView node = nodes.view(row);
        Optional<Known> before = known.get(node);
        if (before.isPresent()) {
            return before.get().rejection();
        }
        NodeFilters.NodeRejection why = whatIf(prepared, row).withNominated();
        var found = new Known(Optional.ofNullable(why));
        if (prepared.nodeFilters().asked(why) <= lasting) {
            known.put(node, found);
        }
        return found.rejection();
    }

    /// The rejection of a row, first with the pods nominated to it and then without them; null if
    /// it passes.
    NodeFilters.@Nullable NodeRejection test(PreparedAttempt prepared, int row) {
        NodeFilters.NodeRejection rejection = whatIf(prepared, row).withNominated();
        return rejection == null ? prepared.nodeFilters().test(nodes.view(row)) : rejection;
    }

    /// The row that the attempt's pod is nominated to, if it passes; else -1.
    int passingNominatedRow(PreparedAttempt prepared) {
        int row = nominatedRow(prepared.attempt());
        if (row < 0) {
            return -1;
        }
        // Parity: evaluateNominatedNode comes before all other nodes, even where PreFilter
        // restricts the attempt to others. If a plugin fails there, the other nodes are tried.
        try {
            return test(prepared, row) == null ? row : -1;
        } catch (PluginFailure failure) {
            failures.report(failure, prepared.pod());
            return -1;
        }
    }

    /// The row that the attempt's pod is nominated to; -1 if there is none.
    int nominatedRow(Attempt attempt) {
        String name = attempt.nominatedNodeName();
        return name.isEmpty() ? -1 : nodes.row(name).orElse(-1);
    }

    /// A what-if of the attempt's pod on a row.
    OverlayWhatIf whatIf(PreparedAttempt prepared, int row) {
        return new OverlayWhatIf(
                prepared.nodeFilters(),
                new NodeOverlay(nodes, row),
                nominatedBefore(prepared.pod(), nodes.view(row).name()));
    }

    /// The node as the filters see it: with the nominated pods that count for `pod`.
    NodeView withNominatedPods(Pod pod, int row) {
        List<Pod> counted = nominatedBefore(pod, nodes.view(row).name());
        if (counted.isEmpty()) {
            return nodes.view(row);
        }
        var overlay = new NodeOverlay(nodes, row);
        counted.forEach(overlay::add);
        return overlay;
    }

    /// The other pods nominated to a node that have no lower priority than `pod`.
    private List<Pod> nominatedBefore(Pod pod, String node) {
        if (state.nominations().podsOn(node).isEmpty()) {
            return List.of();
        }
        List<Pod> counted = state.nominated(node);
        counted.removeIf(other ->
                other.uid().equals(pod.uid()) || other.spec().priority() < pod.spec().priority());
        return counted;
    }

    /// Results cached by row for pods of the attempt's shape.
    ///
    /// @param filters how many of the first filters the results depend on
    <T> NodeResultCache<T> resultCache(
            PreparedAttempt prepared, int filters, StateKey<T> key, long stamp) {
        String own = state.nominations().nodeOf(prepared.pod().uid());
        return caches.of(prepared, filters, key, stamp, nodes.row(own).orElse(-1));
    }
}
