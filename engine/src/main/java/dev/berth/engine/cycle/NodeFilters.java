package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.spi.DependsOn;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The node filters of one attempt in the order of their plugins; a plugin that skips has none.
final class NodeFilters {
    /// A rejection and the plugin that gave it.
    ///
    /// @param others the other plugins that rejected the node, if all filters ran
    record NodeRejection(int plugin, Reject why, List<String> others) {}

    private static final byte ON_ANYTHING = 0;
    private static final byte ON_ROW = 1;
    private static final byte ON_ATTRIBUTES = 2;

    private final List<String> names;
    private final List<Meter.OfPlugin> meters;
    private final @Nullable NodeFilter[] filters;
    private final byte[] depends;
    private final PluginRunner runner;
    private final boolean runAll;
    private NavigableSet<String> narrowing = Collections.emptyNavigableSet();
    private @Nullable TreeSet<String> only;

    /// @param runAll whether the remaining filters run on a node that is rejected
    NodeFilters(
            List<String> names, List<Meter.OfPlugin> meters, PluginRunner runner, boolean runAll) {
        this.names = names;
        this.meters = meters;
        this.filters = new NodeFilter[names.size()];
        this.depends = new byte[names.size()];
        this.runner = runner;
        this.runAll = runAll;
    }

    int size() {
        return filters.length;
    }

    String name(int plugin) {
        return names.get(plugin);
    }

    @Nullable NodeFilter filter(int plugin) {
        return filters[plugin];
    }

    /// @param depends what the verdicts of `filter` depend on
    void set(int plugin, NodeFilter filter, DependsOn depends) {
        filters[plugin] = filter;
        this.depends[plugin] =
                !depends.cacheable() ? ON_ANYTHING : depends.onPods() ? ON_ROW : ON_ATTRIBUTES;
    }

    /// `plugin` restricts the attempt to these nodes.
    void narrow(String plugin, Set<String> nodeNames) {
        if (only == null) {
            only = new TreeSet<>(nodeNames);
            narrowing = new TreeSet<>();
        } else {
            only.retainAll(nodeNames);
        }
        narrowing.add(plugin);
    }

    /// The names to which the attempt is restricted, or null for all.
    @Nullable Set<String> only() {
        return only;
    }

    /// The plugins that restricted the attempt.
    NavigableSet<String> narrowing() {
        return narrowing;
    }

    /// Their names as messages list them.
    String narrowingAsList() {
        return "[" + String.join(" ", narrowing) + "]";
    }

    /// The filters before any what-if, for [#after] and [#test].
    @Nullable NodeFilter[] filters() {
        return filters;
    }

    /// The number of leading filters whose results depend on nothing but the row.
    int onRowsAlone() {
        int first = 0;
        while (first < filters.length
                && (filters[first] == null || depends[first] != ON_ANYTHING)) {
            first++;
        }
        return first;
    }

    /// The first rejection of a node, or null when it passes.
    @Nullable NodeRejection test(NodeView node) {
        return test(node, filters, false);
    }

    /// The filters after a pod is added to a node or removed from it; `before` is not changed.
    @SuppressWarnings("ReferenceEquality") // A filter that does not mind returns itself.
    @Nullable NodeFilter[] after(@Nullable NodeFilter[] before, PodChange change) {
        @Nullable NodeFilter[] after = null;
        for (int i = 0; i < before.length; i++) {
            NodeFilter filter = before[i];
            NodeFilter changed = filter == null ? null : runner.after(name(i), filter, change);
            if (changed != filter) {
                after = after == null ? before.clone() : after;
                after[i] = changed;
            }
        }
        return after == null ? before : after;
    }

    /// The first rejection of a node by these filters, or null if the node passes. The plugins are
    /// not timed, because in a what-if reading the clock would take longer than most of them.
    ///
    /// @param loadOnly whether to skip filters that depend on the node's attributes alone, because
    ///   the node has passed them before
    @Nullable NodeRejection test(NodeView node, @Nullable NodeFilter[] chosen, boolean loadOnly) {
        NodeRejection rejection = null;
        for (int i = 0; i < chosen.length; i++) {
            NodeFilter filter = chosen[i];
            if (filter != null
                    && !(loadOnly && depends[i] == ON_ATTRIBUTES)
                    && runner.filter(name(i), filter, node) instanceof Reject reject) {
                rejection =
                        rejection == null
                                ? new NodeRejection(i, reject, List.of())
                                : joined(rejection, i, reject);
                if (!runAll) {
                    return rejection;
                }
            }
        }
        return rejection;
    }

    /// All reasons; one rejection that preemption cannot resolve makes the whole unresolvable.
    private NodeRejection joined(NodeRejection rejection, int plugin, Reject more) {
        Reject why = rejection.why();
        boolean unresolvable =
                why.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE
                        || more.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE;
        return new NodeRejection(
                rejection.plugin(),
                new Reject(
                        Stream.concat(why.reasons().stream(), more.reasons().stream()).toList(),
                        unresolvable ? RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE : why.code()),
                Stream.concat(rejection.others().stream(), Stream.of(name(plugin))).toList());
    }

    /// How many filters ran before this result.
    int asked(@Nullable NodeRejection rejection) {
        return rejection == null || runAll ? filters.length : rejection.plugin() + 1;
    }

    /// The verdict of one plugin on one node.
    Verdict test(int plugin, NodeFilter filter, NodeView node) {
        return runner.filterTimed(name(plugin), meters.get(plugin), filter, node);
    }

    /// Runs one plugin on all candidates; the rejected rows leave the set and are in `out`.
    void sweep(
            int plugin, NodeFilter filter, Nodes nodes, MutableNodeSet candidates, Rejections out) {
        runner.filterAll(name(plugin), meters.get(plugin), filter, nodes, candidates, out);
    }
}
