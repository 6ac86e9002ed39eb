package dev.berth.engine.queue;

import dev.berth.engine.port.Trace;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.view.QueueMove;
import dev.berth.model.Pod;
import dev.berth.spi.QueueEntry;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// A pending pod and the history of its attempts (kube-scheduler: `QueuedPodInfo`).
public final class QueuedPod implements QueueEntry {
    private static final int REMEMBERED_MOVES = 8;

    private Profile profile;

    /// Immutable, because every decision about the pod contains it.
    private List<QueueMove> moves = List.of();

    private @Nullable NavigableSet<String> unschedulablePlugins;
    private @Nullable NavigableSet<String> pendingPlugins;
    Pod pod;

    /// Whether extenders are interested in the pod.
    boolean needsExtenders;

    QueueName queueName = QueueName.NONE;

    /// The position of the pod within its queue; each field is maintained by the queue that uses
    /// it.
    @Nullable QueuedPod previous;

    @Nullable QueuedPod next;
    @Nullable RejectionGroup group;
    int heapIndex = -1;
    long poppedAt = -1;

    long arrival;
    long queuedAtNanos;
    long backoffEndsNanos;
    long flushedAtNanos;
    long readySinceNanos = -1;
    long beganTicks;
    private Trace trace = Trace.NONE;
    boolean flushed;

    /// Whether the pod is in backoff because it is deferred.
    boolean deferred;

    int attempts;
    int unschedulableCount;
    int consecutiveErrors;
    String gatingPlugin = "";
    List<String> gatingReasons = List.of();

    /// Since when the pod has been unschedulable, or gated, without another result in between; -1
    /// if it has been neither. Retries that end in the same state do not change it.
    private long rejectedSinceNanos = -1;

    private boolean rejectedByGate;

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

    /// The profile of its next attempt, after a reload of the configuration.
    void profile(Profile next) {
        profile = next;
    }

    @Override
    public long queuedAtNanos() {
        return queuedAtNanos;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    public QueueName queueName() {
        return queueName;
    }

    /// When the pod was ready for the first time.
    public long readySinceNanos() {
        return readySinceNanos;
    }

    /// Whether the flush has requeued the pod because it was unschedulable for too long.
    public boolean flushed() {
        return flushed;
    }

    /// The attempt begins; `ticks` is the reading of the ticker.
    public void begin(long ticks, Trace of) {
        beganTicks = ticks;
        trace = of;
    }

    /// The trace of the last attempt.
    public Trace trace() {
        return trace;
    }

    /// The last attempt has ended, and its trace with it.
    public void traceEnded() {
        trace = Trace.NONE;
    }

    /// The reading of the ticker when the last attempt began.
    public long beganTicks() {
        return beganTicks;
    }

    public boolean gated() {
        return !gatingPlugin.isEmpty();
    }

    public String gatingPlugin() {
        return gatingPlugin;
    }

    /// The reasons of the gating plugin.
    public List<String> gatingReasons() {
        return gatingReasons;
    }

    /// When the pod entered its state, or `nowNanos` if it is not in a queue. A retry that leaves
    /// an unschedulable or gated pod in its state does not count.
    public long inStateSinceNanos(long nowNanos) {
        if (queueName == QueueName.UNSCHEDULABLE) {
            return rejectedSinceNanos;
        }
        return moves.isEmpty() ? nowNanos : moves.getLast().atNanos();
    }

    public int consecutiveErrors() {
        return consecutiveErrors;
    }

    // Most pods are never rejected, so the sets are created on first use.

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
        return moves;
    }

    /// Whether any plugin rejected the pod at its last attempt, or gates it.
    boolean hasRejectors() {
        return unschedulablePlugins != null && !unschedulablePlugins.isEmpty()
                || pendingPlugins != null && !pendingPlugins.isEmpty();
    }

    /// The plugins that rejected the pod at its last attempt, or gate it.
    Set<String> rejectors() {
        if (pendingPlugins().isEmpty()) {
            return unschedulablePlugins();
        }
        var both = new TreeSet<>(unschedulablePlugins());
        both.addAll(pendingPlugins());
        return both;
    }

    void moved(QueueName to, String event, long nowNanos) {
        queueName = to;
        if (to == QueueName.ERROR_BACKOFF) {
            rejectedSinceNanos = -1;
        } else if (to == QueueName.UNSCHEDULABLE
                && (rejectedSinceNanos < 0 || rejectedByGate != gated())) {
            rejectedSinceNanos = nowNanos;
            rejectedByGate = gated();
        }
        var move = new QueueMove(to.label(), event, nowNanos);
        moves =
                switch (moves.size()) {
                    case 0 -> List.of(move);
                    case 1 -> List.of(moves.getFirst(), move);
                    default -> newest(moves, move);
                };
    }

    /// The last moves and one more.
    private static List<QueueMove> newest(List<QueueMove> before, QueueMove move) {
        int kept = Math.min(before.size(), REMEMBERED_MOVES - 1);
        var all = new QueueMove[kept + 1];
        for (int i = 0; i < kept; i++) {
            all[i] = before.get(before.size() - kept + i);
        }
        all[kept] = move;
        return List.of(all);
    }
}
