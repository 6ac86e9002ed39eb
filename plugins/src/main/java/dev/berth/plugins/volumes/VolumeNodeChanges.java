package dev.berth.plugins.volumes;

import dev.berth.model.Node;

import java.util.Optional;

/// The names of the nodes with changes that are relevant for volumes, in order. Old entries are
/// overwritten.
final class VolumeNodeChanges {
    private static final int KEPT = 1 << 12;

    private final String[] names = new String[KEPT];
    private long head;

    /// Records added nodes and nodes with changed labels.
    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        if (after.isPresent() && !before.map(Node::labels).equals(after.map(Node::labels))) {
            add(after.get().name());
        }
    }

    void add(String node) {
        names[(int) (head++ & (KEPT - 1))] = node;
    }

    /// Invalidates all earlier positions.
    void forgetAll() {
        head += KEPT + 1;
    }

    /// One more than the number of the newest entry.
    long head() {
        return head;
    }

    /// Whether entries after `seen` have been overwritten.
    boolean lapped(long seen) {
        return head - seen > KEPT;
    }

    String name(long at) {
        return names[(int) (at & (KEPT - 1))];
    }
}
