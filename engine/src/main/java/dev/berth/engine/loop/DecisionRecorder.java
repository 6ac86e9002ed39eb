package dev.berth.engine.loop;

import dev.berth.engine.cycle.Choice;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DecisionRing;
import dev.berth.engine.view.Latencies;
import dev.berth.spi.Preemption;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Records decisions: all failures and a few placements a second with the verdicts of every node.
final class DecisionRecorder {
    private static final long SAMPLE_EVERY_NANOS = 250_000_000;

    /// Above this many nodes a sampled record in full would cost more than it tells.
    private static final int SAMPLED_NODES = 10_000;

    private final DecisionRing ring;
    private final Consumer<Decision> listener;
    private final LongSupplier now;
    private final Latencies latencies = new Latencies();
    private long nextSampleNanos;
    private long attempts;
    private long scheduled;
    private long unschedulable;
    private long errors;

    DecisionRecorder(DecisionRing ring, Consumer<Decision> listener, LongSupplier now) {
        this.ring = ring;
        this.listener = listener;
        this.now = now;
    }

    /// Whether this attempt is recorded in full even when it succeeds.
    boolean inFull(int nodes) {
        if (now.getAsLong() >= nextSampleNanos && nodes <= SAMPLED_NODES) {
            nextSampleNanos = now.getAsLong() + SAMPLE_EVERY_NANOS;
            return true;
        }
        return false;
    }

    void placed(
            QueuedPod pod,
            Choice.Found found,
            SortedMap<String, List<String>> offers,
            int nodes,
            long tookNanos) {
        add(
                pod,
                tookNanos,
                nodes,
                found.feasible(),
                new Decision.Placed(
                        found.node(),
                        found.ties(),
                        found.pick(),
                        found.winner(),
                        found.runnerUp(),
                        offers),
                found.rejected(),
                found.detail());
    }

    void rejected(
            QueuedPod pod,
            String message,
            List<Decision.RejectedNodes> groups,
            Optional<Preemption> preemption,
            Optional<List<Decision.NodeDetail>> detail,
            int nodes,
            long tookNanos) {
        add(
                pod,
                tookNanos,
                nodes,
                0,
                new Decision.Unschedulable(
                        message, List.copyOf(pod.unschedulablePlugins()), preemption),
                groups,
                detail);
    }

    void failed(QueuedPod pod, String message, int nodes, long tookNanos) {
        add(pod, tookNanos, nodes, 0, new Decision.Failed(message), List.of(), Optional.empty());
    }

    private void add(
            QueuedPod pod,
            long tookNanos,
            int nodes,
            int feasible,
            Decision.Outcome outcome,
            List<Decision.RejectedNodes> groups,
            Optional<List<Decision.NodeDetail>> detail) {
        var decision =
                new Decision(
                        ring.count(),
                        pod.pod().key(),
                        pod.uid(),
                        pod.profile().name(),
                        pod.attempts(),
                        now.getAsLong(),
                        tookNanos,
                        nodes,
                        feasible,
                        outcome,
                        groups,
                        pod.moves(),
                        detail);
        latencies.add(tookNanos);
        ring.add(decision);
        listener.accept(decision);
    }

    void countAttempt() {
        attempts++;
    }

    void countScheduled() {
        scheduled++;
    }

    void countFailure(boolean rejected) {
        if (rejected) {
            unschedulable++;
        } else {
            errors++;
        }
    }

    Latencies latencies() {
        return latencies;
    }

    DecisionRing ring() {
        return ring;
    }

    long attempts() {
        return attempts;
    }

    long scheduled() {
        return scheduled;
    }

    long unschedulable() {
        return unschedulable;
    }

    long errors() {
        return errors;
    }
}
