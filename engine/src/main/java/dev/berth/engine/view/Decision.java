package dev.berth.engine.view;

import dev.berth.spi.Preemption;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// One attempt to schedule one pod, and why it ended as it did.
///
/// @param tookNanos how long the cycle took by the real clock
/// @param moves the queues that the pod went through before this attempt
/// @param detail verdicts and scores of every node, if they were recorded
public record Decision(
        long number,
        String pod,
        String uid,
        String profile,
        int attempt,
        long atNanos,
        long tookNanos,
        int nodes,
        int feasible,
        Outcome outcome,
        List<RejectedNodes> rejected,
        List<QueueMove> moves,
        Optional<List<NodeDetail>> detail) {
    public Decision {
        rejected = List.copyOf(rejected);
        moves = List.copyOf(moves);
    }

    Decision withoutDetail() {
        return new Decision(
                number,
                pod,
                uid,
                profile,
                attempt,
                atNanos,
                tookNanos,
                nodes,
                feasible,
                outcome,
                rejected,
                moves,
                Optional.empty());
    }

    /// How the attempt ended.
    public sealed interface Outcome {}

    /// A node was chosen; `ties` nodes shared the best total, and `pick` is the index of the chosen
    /// one.
    ///
    /// @param offers what Reserve plugins reserve for the pod, by plugin
    public record Placed(
            String node,
            int ties,
            int pick,
            ScoreCard winner,
            Optional<ScoreCard> runnerUp,
            SortedMap<String, List<String>> offers)
            implements Outcome {
        public Placed {
            offers = ImmutableCopies.of(offers);
        }
    }

    /// No node passed, or a plugin rejected the chosen node.
    ///
    /// @param preemption the preemption that was decided, if any
    public record Unschedulable(
            String message, List<String> plugins, Optional<Preemption> preemption)
            implements Outcome {
        public Unschedulable {
            plugins = List.copyOf(plugins);
        }
    }

    /// The attempt failed with an error; the pod is retried after its backoff.
    public record Failed(String message) implements Outcome {}

    /// The weighted scores of a node by plugin.
    public record ScoreCard(String node, long total, List<PluginScore> scores) {
        public ScoreCard {
            scores = List.copyOf(scores);
        }
    }

    /// The score of one plugin: raw, normalized to 0..100, and weighted.
    public record PluginScore(String plugin, long raw, long normalized, long weighted) {}

    /// Nodes rejected by one plugin for the same reasons.
    ///
    /// @param nodes the number of nodes; 0 if the plugin rejects the pod as a whole
    public record RejectedNodes(String plugin, String code, List<String> reasons, int nodes) {
        public RejectedNodes {
            reasons = List.copyOf(reasons);
        }
    }

    /// The verdict on one node, or its scores.
    public record NodeDetail(
            String node, Optional<RejectedNodes> rejection, Optional<ScoreCard> scores) {}
}
