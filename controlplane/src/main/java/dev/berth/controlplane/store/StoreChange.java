package dev.berth.controlplane.store;

import org.jspecify.annotations.Nullable;

/// An entry of the history: an object was created or updated, or it was removed (`gone`) with
/// `after` as its last version.
record StoreChange(@Nullable ObjectVersion before, ObjectVersion after, boolean gone) {
    /// The event of this change for a watch with this selection, or null if the change does not
    /// concern it.
    ///
    /// An object that starts to match the selection is added for that watch. An object that stops
    /// matching is deleted.
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
        // Parity: the event for an object that no longer matches contains the last version that
        // matched.
        return new WatchEvent(WatchEvent.Type.DELETED, gone ? after : before.as(after.revision()));
    }
}
