package dev.berth.answers;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One scheduling attempt of one pod.
public record DecisionItem(
        @Doc("number of the attempt among all attempts of the scheduler") long number,
        @Doc("namespace/name") String pod,
        @Doc("name of the profile") String profile,
        @Doc("number of the attempt among those of the pod") int attempt,
        @Doc("when the attempt was made") long atMillis,
        @Doc("duration of the scheduling cycle") long tookMicros,
        @Doc("nodes in the cluster") int nodes,
        @Doc("nodes that passed all filters") int feasible,
        @Doc(
                        value = "how the attempt ended",
                        oneOf = {"scheduled", "unschedulable", "error"})
                String outcome,
        @Doc("the chosen node; empty if there is none or the caller may not list nodes")
                String node,
        @Doc("nodes that share the highest total score; 0 if no node was chosen") int ties,
        @Doc("scores of the chosen node") Optional<NodeScoresItem> winner,
        @Doc("scores of the next best node") Optional<NodeScoresItem> runnerUp,
        @Doc(
                        "what plugins allocate to the pod on the node besides its requests, such as"
                                + " devices, by plugin")
                Map<String, List<String>> allocations,
        @Doc("text of the FailedScheduling event, or empty") String message,
        @Doc("plugins that rejected the pod") List<String> plugins,
        @Doc("the preemption that the attempt started") Optional<PreemptionItem> preemption,
        @Doc("rejected nodes by plugin and reasons") List<RejectionItem> rejections,
        @Doc("moves of the pod through the scheduling queue before the attempt")
                List<QueueMoveItem> moves,
        @Doc("results of single nodes; empty where they are not kept")
                List<NodeResultItem> nodeResults) {}
