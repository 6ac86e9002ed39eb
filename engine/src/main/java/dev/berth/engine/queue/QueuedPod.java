package dev.berth.engine.queue;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.view.QueueMove;
import dev.berth.model.Pod;
import dev.berth.spi.QueueEntry;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// A pending pod and what the queue remembers of its attempts.
public final class QueuedPod implements QueueEntry {
    private static final int REMEMBERED_MOVES = 8;

    private final Profile profile;
    private final List<QueueMove> moves = new ArrayList<>(4);
    private final NavigableSet<String> unschedulablePlugins = new TreeSet<>();
    private final NavigableSet<String> pendingPlugins = new TreeSet<>();
    Pod pod;
    Place place = Place.NOWHERE;
    int heapIndex = -1;
    long arrival;
    long queuedAtNanos;
    long backoffEndsNanos;
    long flushedAtNanos;
    int attempts;
    int unschedulableCount;
    int consecutiveErrors;
    String gatingPlugin = "";

    public QueuedPod(Pod pod, Profile profile, long nowNanos) {
        this.pod = pod;
        this.profile = profile;
        this.queuedAtNanos = nowNanos;
    }

    @Override
    public Pod pod() {
        return pod;
    }

    public String uid() {
        return pod.uid();
    }

    public Profile profile() {
        return profile;
    }

    @Override
    public long queuedAtNanos() {
        return queuedAtNanos;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    public Place place() {
        return place;
    }

    public boolean gated() {
        return !gatingPlugin.isEmpty();
    }

    public String gatingPlugin() {
        return gatingPlugin;
    }

    public int consecutiveErrors() {
        return consecutiveErrors;
    }

    public NavigableSet<String> unschedulablePlugins() {
        return unschedulablePlugins;
    }

    public NavigableSet<String> pendingPlugins() {
        return pendingPlugins;
    }

    /// The last moves between queues, oldest first.
    public List<QueueMove> moves() {
        return List.copyOf(moves);
    }

    /// All plugins that rejected the pod at its last attempt, or gate it.
    Iterable<String> rejectors() {
        if (pendingPlugins.isEmpty()) {
            return unschedulablePlugins;
        }
        var all = new TreeSet<>(unschedulablePlugins);
        all.addAll(pendingPlugins);
        return all;
    }

    boolean hasRejectors() {
        return !unschedulablePlugins.isEmpty() || !pendingPlugins.isEmpty();
    }

    void moved(Place to, String event, long nowNanos) {
        place = to;
        if (moves.size() == REMEMBERED_MOVES) {
            moves.removeFirst();
        }
        moves.add(new QueueMove(to.label(), event, nowNanos));
    }
}
