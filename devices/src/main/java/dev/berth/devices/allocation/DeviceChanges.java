package dev.berth.devices.allocation;

import java.util.function.Consumer;

/// The nodes whose devices changed, in order: a slice, an allocation, or the node itself.
///
/// A reader remembers the end of the log that it has seen, and reads what follows. The log keeps
/// the last changes only. A reader that is too late must assume that all nodes changed.
public final class DeviceChanges {
    private static final int KEPT = 1 << 14;

    private final String[] nodes = new String[KEPT];
    private long end;
    private long allChanged;

    /// The devices of a node changed.
    void recordNode(String name) {
        nodes[(int) (end++ & (KEPT - 1))] = name;
    }

    /// The devices of all nodes changed.
    void recordAll() {
        allChanged = ++end;
    }

    /// The position after the last change.
    public long end() {
        return end;
    }

    /// Passes the names of the nodes that changed since a position. Returns false, and passes
    /// nothing, if all nodes may have changed.
    public boolean since(long position, Consumer<String> changed) {
        if (position < allChanged || end - position > KEPT) {
            return false;
        }
        for (long at = position; at < end; at++) {
            changed.accept(nodes[(int) (at & (KEPT - 1))]);
        }
        return true;
    }
}
