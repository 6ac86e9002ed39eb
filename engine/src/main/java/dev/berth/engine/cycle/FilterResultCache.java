package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.state.ChangeLog;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Cached verdicts of filters by row for pods of one pod shape (the successor of kube-scheduler's
/// equivalence cache).
///
/// A verdict is computed again in three cases: the [ChangeLog] names the row ([#refresh]), the
/// filter is no longer valid for the pod ([AttemptPreparation] checks its [DependsOn] and the parts
/// of the pod), or a filter failed, which makes all rows invalid ([FeasibleNodes]).
///
/// A row has one code: 0 if all cached filters pass, else the first rejection in the order of the
/// plugins.
final class FilterResultCache {
    private static final int PASSES = 0;
    private static final int NOT_EVALUATED = 1;
    private static final Comparator<Rejections.Entry> BY_FIRST_ROW =
            Comparator.comparingInt(entry -> entry.rows().next(0));

    /// A cached filter.
    ///
    /// @param only the nodes that the filter is restricted to, or null
    /// @param parts the parts of the pod, besides its shape, that the filter was created for
    record CachedFilter(
            NodeFilter filter, @Nullable Set<String> only, DependsOn depends, PodParts parts) {}

    /// A rejection of at least one row; `plugin` is -1 for rows that were not evaluated.
    private static final class Code {
        final int plugin;
        final Reject why;
        final MutableNodeSet rejected = new MutableNodeSet(64);
        int rows;

        Code(int plugin, Reject why) {
            this.plugin = plugin;
            this.why = why;
        }

        void add(int row) {
            rows++;
            rejected.add(row);
        }

        void remove(int row) {
            rows--;
            rejected.remove(row);
        }
    }

    private final NodeTable nodes;
    private final @Nullable CachedFilter[] cached;
    private final List<Code> codes = new ArrayList<>();
    private final MutableNodeSet feasible = new MutableNodeSet(64);
    private final Rejections scratch = new Rejections();
    private final MutableNodeSet remaining = new MutableNodeSet(64);
    private short[] codeOf = {};
    private int feasibleCount;
    private long seen;
    private boolean stale = true;
    private long builds;

    FilterResultCache(NodeTable nodes, int plugins) {
        this.nodes = nodes;
        this.cached = new CachedFilter[plugins];
    }

    /// The filter cached for `plugin`, if it was created for the same parts of the pod. The caller
    /// checks that it is still valid.
    @Nullable CachedFilter cached(int plugin, Pod pod) {
        CachedFilter known = cached[plugin];
        return known != null && known.parts().same(pod) ? known : null;
    }

    private @Nullable Set<String> keptNames(int plugin) {
        CachedFilter known = cached[plugin];
        return known == null ? null : known.only();
    }

    boolean keeps(int plugin) {
        return cached[plugin] != null;
    }

    void cache(
            int plugin, NodeFilter filter, @Nullable Set<String> only, DependsOn depends, Pod pod) {
        cached[plugin] = new CachedFilter(filter, only, depends, PodParts.of(pod, depends));
        stale = true;
    }

    void drop(int plugin) {
        if (cached[plugin] != null) {
            cached[plugin] = null;
            stale = true;
        }
    }

    /// All rows must be evaluated again, for example after a filter failed.
    void invalidate() {
        stale = true;
    }

    /// Sets the rows that pass, as found without cached verdicts; no filter is cached.
    void adopt(NodeSet passing) {
        feasible.setTo(passing);
        feasibleCount = passing.size();
        builds++;
    }

    NodeSet feasible() {
        return feasible;
    }

    int feasibleCount() {
        return feasibleCount;
    }

    /// Grows whenever all rows are evaluated again.
    long builds() {
        return builds;
    }

    /// Updates the verdicts.
    void refresh(NodeFilters nodeFilters) {
        ChangeLog changes = nodes.changes();
        long head = changes.head();
        if (stale || changes.lapped(seen) || head - seen > nodes.count()) {
            rebuild(nodeFilters);
        } else {
            for (long at = seen; at < head; at++) {
                reevaluate(nodeFilters, changes.row(at), changes.ofAttributes(at));
            }
        }
        seen = head;
    }

    private void rebuild(NodeFilters nodeFilters) {
        stale = true;
        codes.clear();
        codes.add(new Code(-1, DiagnosisReport.NOT_EXAMINED));
        codes.add(new Code(-1, DiagnosisReport.NOT_EXAMINED));
        codeOf = new short[Math.max(64, nodes.rows())];
        Arrays.fill(codeOf, (short) NOT_EVALUATED);
        remaining.setTo(nodes.all());
        for (int i = 0; i < cached.length; i++) {
            Set<String> only = keptNames(i);
            if (only != null) {
                retain(only);
            }
        }
        for (int i = 0; i < cached.length; i++) {
            CachedFilter known = cached[i];
            if (known != null) {
                nodeFilters.sweep(i, known.filter(), nodes, remaining, scratch);
                for (Rejections.Entry entry : scratch.entries()) {
                    short code = codeFor(nodeFilters, i, entry.why());
                    for (int row = entry.rows().next(0);
                            row >= 0;
                            row = entry.rows().next(row + 1)) {
                        codeOf[row] = code;
                        codes.get(code).add(row);
                    }
                }
            }
        }
        feasible.setTo(remaining);
        feasibleCount = feasible.size();
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            codeOf[row] = PASSES;
        }
        stale = false;
        builds++;
    }

    private void retain(Set<String> names) {
        for (int row = remaining.next(0); row >= 0; row = remaining.next(row + 1)) {
            if (!names.contains(nodes.view(row).name())) {
                remaining.remove(row);
            }
        }
    }

    private void reevaluate(NodeFilters nodeFilters, int row, boolean attributes) {
        if (row >= codeOf.length) {
            int had = codeOf.length;
            codeOf = Arrays.copyOf(codeOf, Math.max(row + 1, had * 2));
            // New rows start as not evaluated.
            Arrays.fill(codeOf, had, codeOf.length, (short) NOT_EVALUATED);
        }
        short before = codeOf[row];
        short after = evaluate(nodeFilters, row, before, attributes);
        if (after == before) {
            return;
        }
        codes.get(before).remove(row);
        codes.get(after).add(row);
        codeOf[row] = after;
        if (before == PASSES) {
            feasible.remove(row);
            feasibleCount--;
        } else if (after == PASSES) {
            feasible.add(row);
            feasibleCount++;
        }
    }

    private short evaluate(NodeFilters nodeFilters, int row, short before, boolean attributes) {
        if (!nodes.all().contains(row)) {
            return NOT_EVALUATED;
        }
        if (!attributes && before == NOT_EVALUATED) {
            return NOT_EVALUATED;
        }
        for (int i = 0; i < cached.length; i++) {
            Set<String> only = keptNames(i);
            if (attributes && only != null && !only.contains(nodes.view(row).name())) {
                return NOT_EVALUATED;
            }
        }
        for (int i = 0; i < cached.length; i++) {
            CachedFilter known = cached[i];
            if (known == null) {
                continue;
            }
            if (!attributes && !known.depends().onPods()) {
                // Only the pods on the node have changed, and this filter does not depend on them:
                // its verdict is still valid, unless an earlier filter had rejected the row before
                // it ran.
                int rejector = codes.get(before).plugin;
                if (rejector == i) {
                    return before;
                }
                if (before == PASSES || rejector > i) {
                    continue;
                }
            }
            Verdict verdict = nodeFilters.test(i, known.filter(), nodes.view(row));
            if (verdict instanceof Reject reject) {
                return codeFor(nodeFilters, i, reject);
            }
        }
        return PASSES;
    }

    private short codeFor(NodeFilters nodeFilters, int plugin, Reject why) {
        for (int i = 2; i < codes.size(); i++) {
            Code code = codes.get(i);
            if (code.plugin == plugin && code.why.equals(why)) {
                return (short) i;
            }
        }
        if (codes.size() == Short.MAX_VALUE) {
            throw PluginFailure.invalid(
                    PluginCall.FILTER,
                    nodeFilters.name(plugin),
                    "too many different rejections for pods with the same pod shape");
        }
        codes.add(new Code(plugin, why));
        return (short) (codes.size() - 1);
    }

    /// Moves the `candidates` that this cached filter is the first to reject to `out`. The entries
    /// are in the order of their first rows.
    void rejections(int plugin, MutableNodeSet candidates, Rejections out) {
        out.clear();
        for (int i = 2; i < codes.size(); i++) {
            Code code = codes.get(i);
            if (code.plugin == plugin && code.rows > 0) {
                for (int word = 0; word < candidates.words(); word++) {
                    out.rejectWord(
                            word, candidates.word(word) & code.rejected.word(word), code.why);
                }
            }
        }
        if (out.entries().size() > 1) {
            out.entries().sort(BY_FIRST_ROW);
        }
        for (Rejections.Entry entry : out.entries()) {
            candidates.removeAll(entry.rows());
        }
    }

    /// The number of rejected rows by plugin and reason.
    List<RejectedNodes> summary(NodeFilters nodeFilters) {
        List<RejectedNodes> summary = List.of();
        for (int i = 2; i < codes.size(); i++) {
            Code code = codes.get(i);
            if (code.rows > 0) {
                if (summary.isEmpty()) {
                    summary = new ArrayList<>();
                }
                summary.add(
                        new RejectedNodes(
                                nodeFilters.name(code.plugin),
                                code.why.code().label(),
                                code.why.reasons(),
                                code.rows));
            }
        }
        return summary;
    }
}
