package dev.berth.plugins.volumes;

import dev.berth.model.Node;

import java.util.Optional;

/// The names of the nodes that changed in a way that matters for volumes, in order; old entries are
/// overwritten.
final class VolumeNodeChanges {
    private static final int KEPT = 1 << 12;

    private final String[] names = new String[KEPT];
    private long head;

    /// Takes note of nodes that came or whose labels changed.
    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        if (after.isPresent() && !before.map(Node::labels).equals(after.map(Node::labels))) {
            add(after.get().name());
        }
    }

    void add(String node) {
        names[(int) (head++ & (KEPT - 1))] = node;
    }

    /// Whoever has seen what was there before must begin anew.
    void forgetAll() {
        head += KEPT + 1;
    }

    /// One more than the number of the newest entry.
    long head() {
        return head;
    }

    /// Whether what followed `seen` is no longer known.
    boolean lapped(long seen) {
        return head - seen > KEPT;
    }

    String name(long at) {
        return names[(int) (at & (KEPT - 1))];
    }
}
