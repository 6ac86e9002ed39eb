package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

/// One entry of the history: a version came into being, or (`gone`) an object left with this as its
/// last version.
record StoreChange(@Nullable ObjectVersion before, ObjectVersion after, boolean gone) {
    /// How a watch with this selection tells the change; null if it is none of its business.
    ///
    /// An object that starts or ceases to match is added or deleted as far as that watch is
    /// concerned.
    @Nullable WatchEvent seenThrough(ObjectSelection selection) {
        if (!selection.covers(after.kind(), after.namespace())) {
            return null;
        }
        boolean matched = before != null && selection.matches(before);
        boolean matches = !gone && selection.matches(after);
        if (matches) {
            return new WatchEvent(
                    matched ? WatchEvent.Type.MODIFIED : WatchEvent.Type.ADDED, after);
        }
        if (!matched || before == null) {
            return null;
        }
        // Parity: what left the selection without being gone is told as it last matched.
        return new WatchEvent(WatchEvent.Type.DELETED, gone ? after : before.as(after.revision()));
    }
}
