package dev.berth.engine.state;

import dev.berth.model.Pod;
import dev.berth.model.PodRequests;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// One pod: as the API server last reported it, and as it is charged to a row.
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

    /// As the API server last reported it.
    public Pod seen() {
        return seen;
    }

    /// As it is accounted on its node: assumed or confirmed.
    public Optional<Pod> charged() {
        return Optional.ofNullable(charged);
    }

    public int row() {
        return row;
    }

    /// Placed by the engine, not yet confirmed by the API server.
    public boolean assumed() {
        return assumed;
    }

    /// Whether nothing that is accounted differs between the two.
    static boolean sameCharge(Pod before, Pod after) {
        return before.spec().nodeName().equals(after.spec().nodeName())
                && before.template().equals(after.template())
                && before.labels().equals(after.labels())
                && before.meta().deleted().equals(after.meta().deleted())
                && before.status().containers().equals(after.status().containers())
                && before.status().resources().equals(after.status().resources())
                && before.status().allocated().equals(after.status().allocated())
                && before.status().resizeInfeasible() == after.status().resizeInfeasible();
    }
}
