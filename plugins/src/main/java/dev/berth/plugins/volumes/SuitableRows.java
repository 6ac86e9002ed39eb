package dev.berth.plugins.volumes;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;

import java.util.function.Predicate;

/// The rows whose nodes are as wanted, kept up to date by what changes about nodes.
final class SuitableRows {
    private final NodeChanges changes;
    private final Predicate<NodeView> wanted;
    private final MutableNodeSet rows = new MutableNodeSet(64);
    private long seen = -1;

    /// @param wanted looks at nothing of which `changes` does not tell
    SuitableRows(NodeChanges changes, Predicate<NodeView> wanted) {
        this.changes = changes;
        this.wanted = wanted;
    }

    boolean contains(NodeView node) {
        return wanted.test(node);
    }

    /// The rows as of now; rows that hold no node may be in it or not.
    NodeSet in(Nodes nodes) {
        long head = changes.head();
        if (seen < 0 || changes.lapped(seen)) {
            rows.clear();
            NodeSet all = nodes.all();
            for (int row = all.next(0); row >= 0; row = all.next(row + 1)) {
                rows.put(row, wanted.test(nodes.view(row)));
            }
        } else {
            for (long at = seen; at < head; at++) {
                nodes.row(changes.name(at))
                        .ifPresent(row -> rows.put(row, wanted.test(nodes.view(row))));
            }
        }
        seen = head;
        return rows;
    }
}
