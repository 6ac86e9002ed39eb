package dev.berth.plugins.volumes;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// The best object on each row, among the best ones of the groups that the row can access.
///
/// With local storage there are as many groups as nodes, and between two pods one of them changes.
/// So only the rows of changed groups are updated. All rows are computed again when nodes change.
final class BestByRow<G extends RowGroup, T> {
    private final VolumeNodeChanges nodeChanges;
    private final GroupChanges<G> changes;
    private final Supplier<? extends Collection<G>> groups;
    private final Function<G, @Nullable T> bestOf;
    private final Comparator<T> order;
    private final ToLongFunction<T> sizeOf;

    private final Set<G> counted = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Long, Integer> rowsOfSize = new HashMap<>();
    private final MutableNodeSet rows = new MutableNodeSet(64);
    private @Nullable Object[] best = {};
    private @Nullable Object[] owner = {};
    private int[] groupsOn = {};
    private long[] sizes = {};
    private long seenNodes = -1;
    private long seen;

    /// @param changes the groups whose best object may have changed
    /// @param groups all groups that have an object
    /// @param bestOf the best object of a group; null if it has none
    /// @param order the best object first; objects of different groups are never equal
    /// @param sizeOf the size of an object, by which nodes are scored
    BestByRow(
            VolumeNodeChanges nodeChanges,
            GroupChanges<G> changes,
            Supplier<? extends Collection<G>> groups,
            Function<G, @Nullable T> bestOf,
            Comparator<T> order,
            ToLongFunction<T> sizeOf) {
        this.nodeChanges = nodeChanges;
        this.changes = changes;
        this.groups = groups;
        this.bestOf = bestOf;
        this.order = order;
        this.sizeOf = sizeOf;
    }

    /// Processes the changes since the last call.
    void update(Nodes nodes) {
        if (seenNodes != nodeChanges.head() || changes.lapped(seen) || nodes.rows() > best.length) {
            rebuild(nodes);
        } else {
            for (long at = seen; at < changes.head(); at++) {
                update(changes.at(at), nodes);
            }
        }
        seenNodes = nodeChanges.head();
        seen = changes.head();
    }

    private void rebuild(Nodes nodes) {
        int length = Math.max(64, nodes.rows() + nodes.rows() / 8);
        best = new Object[length];
        owner = new Object[length];
        groupsOn = new int[length];
        sizes = new long[length];
        Arrays.fill(sizes, -1);
        rows.clear();
        rowsOfSize.clear();
        counted.clear();
        for (G group : groups.get()) {
            update(group, nodes);
        }
    }

    private void update(G group, Nodes nodes) {
        T value = bestOf.apply(group);
        boolean added = counted.add(group);
        group.rows()
                .forEach(
                        nodes,
                        row -> {
                            if (added) {
                                groupsOn[row]++;
                            }
                            update(row, group, value, nodes);
                        });
    }

    @SuppressWarnings("ReferenceEquality") // Groups are compared by identity.
    private void update(int row, G group, @Nullable T value, Nodes nodes) {
        T before = at(row);
        boolean better = value != null && (before == null || order.compare(value, before) <= 0);
        if (better) {
            set(row, group, value);
        } else if (owner[row] == group) {
            if (groupsOn[row] == 1) {
                set(row, group, value);
            } else {
                search(row, nodes);
            }
        }
    }

    /// Searches all groups for the best object of a row.
    private void search(int row, Nodes nodes) {
        G group = null;
        T found = null;
        for (G each : groups.get()) {
            T value = bestOf.apply(each);
            if (value != null
                    && (found == null || order.compare(value, found) < 0)
                    && each.rows().in(nodes).contains(row)) {
                found = value;
                group = each;
            }
        }
        set(row, group, found);
    }

    private void set(int row, @Nullable G group, @Nullable T value) {
        long size = value == null ? -1 : sizeOf.applyAsLong(value);
        if (rows.contains(row) && (value == null || size != sizes[row])) {
            rowsOfSize.computeIfPresent(sizes[row], (_, count) -> count == 1 ? null : count - 1);
        }
        if (value != null && (!rows.contains(row) || size != sizes[row])) {
            rowsOfSize.merge(size, 1, Integer::sum);
        }
        best[row] = value;
        owner[row] = value == null ? null : group;
        sizes[row] = size;
        rows.put(row, value != null);
    }

    /// The rows with an object; rows without a node may be included.
    NodeSet rows() {
        return rows;
    }

    /// The best object on the row.
    @SuppressWarnings("unchecked") // Only objects of this type are stored.
    @Nullable T at(int row) {
        return row < best.length ? (T) best[row] : null;
    }

    /// The size of the best object; -1 if there is none.
    long size(int row) {
        return row < sizes.length ? sizes[row] : -1;
    }

    /// Whether all objects have the same size.
    boolean oneSize() {
        return rowsOfSize.size() <= 1;
    }
}
