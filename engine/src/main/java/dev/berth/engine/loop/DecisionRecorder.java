package dev.berth.engine.loop;

import dev.berth.engine.binding.AttemptCounts;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DecisionRing;
import dev.berth.engine.view.Latencies;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Records decisions: all failures and a few placements a second with the verdicts of every node.
final class DecisionRecorder {
    private static final long SAMPLE_EVERY_NANOS = 250_000_000;

    /// Above this many nodes a sampled record in full is too expensive.
    private static final int SAMPLED_NODES = 10_000;

    private final DecisionRing ring;
    private final Consumer<Decision> listener;
    private final LongSupplier now;
    private final Latencies latencies = new Latencies();
    private long nextSampleNanos;
    private final AttemptCounts counts;

    DecisionRecorder(
            DecisionRing ring,
            Consumer<Decision> listener,
            AttemptCounts counts,
            LongSupplier now) {
        this.ring = ring;
        this.listener = listener;
        this.counts = counts;
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
            PostFilters.Result result,
            Optional<List<Decision.NodeDetail>> detail,
            int nodes,
            long tookNanos) {
        add(
                pod,
                tookNanos,
                nodes,
                0,
                new Decision.Unschedulable(
                        result.diagnosis().message(),
                        List.copyOf(result.diagnosis().plugins()),
                        result.preemption()),
                result.diagnosis().summary(),
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

    AttemptCounts counts() {
        return counts;
    }

    Latencies latencies() {
        return latencies;
    }

    DecisionRing ring() {
        return ring;
    }
}
