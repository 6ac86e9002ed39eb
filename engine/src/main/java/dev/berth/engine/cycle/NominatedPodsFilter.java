package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.Pod;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.StateKey;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Filters nodes as if the pods that are nominated to them were running there (kube-scheduler:
/// `RunFilterPluginsWithNominatedPods`).
final class NominatedPodsFilter {
    /// A cache takes a few kilobytes for a cluster of 5,000 nodes.
    private static final int MAX_VERDICTS = 64;

    /// Pods with the same verdicts.
    private record Key(PodShapeEntry shape, int priority) {}

    private final Map<Key, NominatedVerdicts> verdicts =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, NominatedVerdicts> oldest) {
                    return size() > MAX_VERDICTS;
                }
            };
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

    /// Forgets the verdicts and results of all pod shapes.
    void forgetShapes() {
        verdicts.clear();
        caches.clear();
    }

    /// Filters those of `rows` that have nominated pods, and removes the rejected ones.
    ///
    /// @param out receives the rejected rows by rejection, if it is not null
    /// @return how many rows are rejected
    int rejectRows(
            PreparedAttempt prepared,
            MutableNodeSet rows,
            @Nullable Map<NodeFilters.NodeRejection, MutableNodeSet> out) {
        NodeSet nominated = state.nominations().rows();
        NominatedVerdicts known = null;
        int own = -1;
        int count = 0;
        for (int i = 0; i < nominated.words(); i++) {
            long word = nominated.word(i) & rows.word(i);
            if (word != 0) {
                if (known == null) {
                    known = verdicts(prepared);
                    own = nodes.row(state.nominations().nodeOf(prepared.pod().uid())).orElse(-1);
                }
                // On the node that the pod itself is nominated to, the verdict for other pods is
                // not valid.
                long others = own >>> 6 == i ? ~(1L << own) : -1L;
                count += rejectWord(prepared, i, word, others, known, rows, out);
            }
        }
        return count;
    }

    private NominatedVerdicts verdicts(PreparedAttempt prepared) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        NominatedVerdicts known =
                verdicts.computeIfAbsent(
                        new Key(prepared.shape(), prepared.pod().spec().priority()),
                        key -> new NominatedVerdicts());
        known.validate(nodeFilters.filters(), nodeFilters.onRowsAlone(), nodes);
        return known;
    }

    /// The same for the rows of one word (see [NodeSet#word]).
    ///
    /// @param others the rows on which verdicts are valid for all pods with the same shape
    private int rejectWord(
            PreparedAttempt prepared,
            int index,
            long word,
            long others,
            NominatedVerdicts known,
            MutableNodeSet rows,
            @Nullable Map<NodeFilters.NodeRejection, MutableNodeSet> out) {
        long open = word & ~(known.passing(index) & others);
        int count = 0;
        for (NominatedVerdicts.Rejected each : known.rejected()) {
            long hit = open & each.rows().word(index) & others;
            count += remove(index, hit, each.why(), rows, out);
            open &= ~hit;
        }
        int lasting = prepared.nodeFilters().onRowsAlone();
        for (; open != 0; open &= open - 1) {
            long bit = open & -open;
            int row = (index << 6) + Long.numberOfTrailingZeros(open);
            NodeFilters.NodeRejection why = whatIf(prepared, row).withNominated();
            boolean kept = (bit & others) != 0 && prepared.nodeFilters().asked(why) <= lasting;
            if (why != null) {
                count += remove(index, bit, why, rows, out);
                if (kept) {
                    known.reject(row, why);
                }
            } else if (kept) {
                known.pass(row);
            }
        }
        return count;
    }

    private int remove(
            int index,
            long bits,
            NodeFilters.NodeRejection why,
            MutableNodeSet rows,
            @Nullable Map<NodeFilters.NodeRejection, MutableNodeSet> out) {
        for (long word = bits; word != 0; word &= word - 1) {
            rows.remove((index << 6) + Long.numberOfTrailingZeros(word));
        }
        if (out != null && bits != 0) {
            out.computeIfAbsent(why, other -> new MutableNodeSet(nodes.rows()))
                    .addWord(index, bits);
        }
        return Long.bitCount(bits);
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
