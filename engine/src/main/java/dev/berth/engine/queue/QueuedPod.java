package dev.berth.engine.queue;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.view.QueueMove;
import dev.berth.model.Pod;
import dev.berth.spi.QueueEntry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// A pending pod and what the queue remembers of its attempts.
public final class QueuedPod implements QueueEntry {
    private static final int REMEMBERED_MOVES = 8;

    private final Profile profile;
    private final List<QueueMove> moves = new ArrayList<>(4);
    private @Nullable NavigableSet<String> unschedulablePlugins;
    private @Nullable NavigableSet<String> pendingPlugins;
    Pod pod;

    /// Whether it stands among the ready pods on which extenders have a say.
    boolean extenderResult;

    QueueName place = QueueName.NOWHERE;

    /// Where the pod is within its place; each is kept by whoever keeps the pod.
    @Nullable QueuedPod previous;

    @Nullable QueuedPod next;
    @Nullable RejectionGroup group;
    int heapIndex = -1;
    long takenAt = -1;

    long arrival;
    long queuedAtNanos;
    long backoffEndsNanos;
    long flushedAtNanos;
    long readySinceNanos = -1;
    long beganTicks;
    boolean flushed;
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

    public QueueName place() {
        return place;
    }

    /// When the pod was ready for the first time.
    public long readySinceNanos() {
        return readySinceNanos;
    }

    /// Whether it is tried only because it had been parked for long.
    public boolean flushed() {
        return flushed;
    }

    /// Its attempt begins, by the ticker.
    public void begin(long ticks) {
        beganTicks = ticks;
    }

    /// When its last attempt began, by the ticker.
    public long beganTicks() {
        return beganTicks;
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

    // Most pods are never rejected, so the sets are made when somebody asks for them.

    public NavigableSet<String> unschedulablePlugins() {
        if (unschedulablePlugins == null) {
            unschedulablePlugins = new TreeSet<>();
        }
        return unschedulablePlugins;
    }

    public NavigableSet<String> pendingPlugins() {
        if (pendingPlugins == null) {
            pendingPlugins = new TreeSet<>();
        }
        return pendingPlugins;
    }

    /// The last moves between queues, oldest first.
    public List<QueueMove> moves() {
        return List.copyOf(moves);
    }

    /// Whether any plugin rejected the pod at its last attempt, or gates it.
    boolean hasRejectors() {
        return unschedulablePlugins != null && !unschedulablePlugins.isEmpty()
                || pendingPlugins != null && !pendingPlugins.isEmpty();
    }

    void moved(QueueName to, String event, long nowNanos) {
        place = to;
        if (moves.size() == REMEMBERED_MOVES) {
            moves.removeFirst();
        }
        moves.add(new QueueMove(to.label(), event, nowNanos));
    }
}
