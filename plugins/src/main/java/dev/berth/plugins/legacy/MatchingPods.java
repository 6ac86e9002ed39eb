package dev.berth.plugins.legacy;

import dev.berth.model.Pod;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.SelectorGroup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The assigned pods that a selector selects, with the changes of a what-if.
///
/// @param from the first row that can have such pods, or a negative number if there are none
/// @param gone the number of removed pods by row
/// @param come the added pods, which are last
record MatchingPods(
        SelectedPods alike,
        SelectorGroup group,
        Nodes nodes,
        int from,
        Map<Integer, Integer> gone,
        List<Added> come) {
    /// A pod that a what-if adds to a row.
    record Added(String uid, int row) {}

    MatchingPods(SelectedPods alike, SelectorGroup group, Nodes nodes) {
        this(alike, group, nodes, next(0, group, nodes), Map.of(), List.of());
    }

    private static int next(int from, SelectorGroup group, Nodes nodes) {
        int row = nodes.all().next(from);
        while (row >= 0 && group.count(row) == 0) {
            row = nodes.all().next(row + 1);
        }
        return row;
    }

    /// The row of the first pod.
    OptionalInt first() {
        for (int row = from; row >= 0; row = next(row + 1, group, nodes)) {
            if (group.count(row) > gone.getOrDefault(row, 0)) {
                return OptionalInt.of(row);
            }
        }
        return come.isEmpty() ? OptionalInt.empty() : OptionalInt.of(come.getFirst().row());
    }

    boolean contain(Pod pod) {
        return alike.matches(pod.namespace(), pod.labels());
    }

    /// The pods after a change.
    MatchingPods after(PodChange change) {
        var moved = new Added(change.pod().uid(), change.node().row());
        var now = new ArrayList<>(come);
        if (change.added()) {
            now.add(moved);
        } else if (!now.remove(moved)) {
            var without = new HashMap<>(gone);
            without.merge(moved.row(), 1, Integer::sum);
            return new MatchingPods(alike, group, nodes, from, without, come);
        }
        return new MatchingPods(alike, group, nodes, from, gone, now);
    }
}
