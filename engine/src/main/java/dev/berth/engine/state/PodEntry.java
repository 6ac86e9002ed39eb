package dev.berth.engine.state;

import dev.berth.model.Pod;
import dev.berth.model.PodRequests;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// What we know of one pod: as the API server last told it, and as it is charged to a row.
public final class PodEntry {
    private final String uid;
    Pod seen;
    @Nullable Pod charged;
    @Nullable PodRequests amounts;
    SelectorGroups.@Nullable NamespacedLabels namespacedLabels;
    int namespacedLabelsIndex = -1;
    boolean leaving;
    List<AffinityTermIndex.Share> terms = List.of();
    int row = -1;
    int index = -1;
    boolean assumed;

    PodEntry(Pod seen) {
        this.uid = seen.uid();
        this.seen = seen;
    }

    public String uid() {
        return uid;
    }

    /// As the API server last told it.
    public Pod seen() {
        return seen;
    }

    /// As it stands on its node: assumed by us, or confirmed.
    public Optional<Pod> charged() {
        return Optional.ofNullable(charged);
    }

    public int row() {
        return row;
    }

    /// Placed by us, not yet confirmed.
    public boolean assumed() {
        return assumed;
    }
}
