package dev.berth.plugins.volumes;

import org.jspecify.annotations.Nullable;

/// The groups whose objects have changed, in order. Old entries are overwritten.
final class GroupChanges<G extends RowGroup> {
    private static final int KEPT = 1 << 8;

    private final @Nullable RowGroup[] groups = new RowGroup[KEPT];
    private long head;

    void add(G group) {
        groups[(int) (head++ & (KEPT - 1))] = group;
    }

    /// Invalidates all earlier positions, because groups were removed.
    void invalidate() {
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

    @SuppressWarnings("unchecked") // Only groups of this type are added.
    G at(long position) {
        RowGroup group = groups[(int) (position & (KEPT - 1))];
        if (group == null) {
            throw new IllegalStateException("no change at position " + position);
        }
        return (G) group;
    }
}
