package dev.berth.plugins.volumes;

import dev.berth.plugins.volumes.Topology.Finder;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The rows of the nodes that satisfy a condition, updated when nodes change.
///
/// With local storage there are as many of these sets as nodes. Therefore nodes are found by their
/// labels if possible, and few rows are kept as a list.
final class MatchingRows {
    private static final int FEW = 8;
    private static final int[] NONE = {};

    private final VolumeNodeChanges changes;
    private final Predicate<NodeView> wanted;
    private final Optional<Supplier<Set<String>>> names;
    private int[] few = NONE;
    private @Nullable MutableNodeSet many;
    private long seen = -1;

    /// @param wanted a condition that depends only on changes in `changes`
    MatchingRows(VolumeNodeChanges changes, Predicate<NodeView> wanted) {
        this.changes = changes;
        this.wanted = wanted;
        this.names = Optional.empty();
    }

    /// @param labeledNodes an index that is updated no later than `changes`
    MatchingRows(VolumeNodeChanges changes, LabeledNodes labeledNodes, Topology topology) {
        this.changes = changes;
        this.wanted = node -> topology.wanted().test(node.labels());
        this.names = topology.finders().map(finders -> () -> names(finders, labeledNodes));
    }

    /// The nodes that the most selective label of each term matches.
    private static Set<String> names(List<List<Finder>> alternatives, LabeledNodes labeledNodes) {
        if (alternatives.size() == 1) {
            return fewest(alternatives.getFirst(), labeledNodes);
        }
        var names = new HashSet<String>();
        alternatives.forEach(finders -> names.addAll(fewest(finders, labeledNodes)));
        return names;
    }

    private static Set<String> fewest(List<Finder> finders, LabeledNodes labeledNodes) {
        Set<String> fewest = labeledNodes.with(finders.getFirst());
        for (int i = 1; i < finders.size(); i++) {
            Set<String> others = labeledNodes.with(finders.get(i));
            fewest = others.size() < fewest.size() ? others : fewest;
        }
        return fewest;
    }

    boolean contains(NodeView node) {
        return wanted.test(node);
    }

    /// The current rows; rows without a node may be included.
    NodeSet in(Nodes nodes) {
        update(nodes);
        if (many != null) {
            return many;
        }
        var rows = new MutableNodeSet(nodes.rows());
        for (int row : few) {
            rows.add(row);
        }
        return rows;
    }

    /// Removes the current rows from a set.
    void removeFrom(MutableNodeSet rows, Nodes nodes) {
        update(nodes);
        if (many != null) {
            rows.removeAll(many);
        } else {
            for (int row : few) {
                rows.remove(row);
            }
        }
    }

    /// Visits the current rows.
    void forEach(Nodes nodes, IntConsumer action) {
        update(nodes);
        if (many != null) {
            for (int row = many.next(0); row >= 0; row = many.next(row + 1)) {
                action.accept(row);
            }
        } else {
            for (int row : few) {
                action.accept(row);
            }
        }
    }

    private void update(Nodes nodes) {
        long head = changes.head();
        if (seen == head) {
            return;
        }
        boolean rebuild = seen < 0 || changes.lapped(seen);
        if (names.isPresent() && (rebuild || head - seen > FEW)) {
            Set<String> found = names.get().get();
            rebuild |= found.size() < head - seen;
            if (rebuild) {
                clear();
                found.forEach(name -> test(name, nodes));
            }
        } else if (rebuild) {
            clear();
            NodeSet all = nodes.all();
            for (int row = all.next(0); row >= 0; row = all.next(row + 1)) {
                if (wanted.test(nodes.view(row))) {
                    put(row, true);
                }
            }
        }
        for (long at = seen; !rebuild && at < head; at++) {
            test(changes.name(at), nodes);
        }
        seen = head;
    }

    private void test(String name, Nodes nodes) {
        nodes.row(name).ifPresent(row -> put(row, wanted.test(nodes.view(row))));
    }

    private void clear() {
        few = NONE;
        many = null;
    }

    private void put(int row, boolean in) {
        if (many != null) {
            many.put(row, in);
            return;
        }
        if (!in && few.length == 0) {
            return;
        }
        int[] others = Arrays.stream(few).filter(each -> each != row).toArray();
        if (!in) {
            few = others;
        } else if (others.length < FEW) {
            few = Arrays.copyOf(others, others.length + 1);
            few[others.length] = row;
        } else {
            many = new MutableNodeSet(row + 1);
            many.add(row);
            for (int each : others) {
                many.add(each);
            }
            few = NONE;
        }
    }
}
