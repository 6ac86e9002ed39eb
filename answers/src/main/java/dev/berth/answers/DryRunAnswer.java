package dev.berth.answers;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The answer of `explain/pods/NAMESPACE/NAME/dry-run`: a scheduling cycle for the pod on the
/// current state, without side effects.
public record DryRunAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("namespace/name") String pod,
        @Doc("name of the profile") String profile,
        @Doc(
                        value = "how the attempt would end",
                        oneOf = {"scheduled", "unschedulable", "gated", "skipped", "error"})
                String outcome,
        @Doc("the answer in one sentence") String summary,
        @Doc("how the dry run differs from an attempt") String note,
        @Doc("text of the event that the attempt would record, or empty") String message,
        @Doc("plugins that reject or gate the pod") List<String> plugins,
        @Doc("nodes with the highest total score; a nominated node that passes stands alone")
                List<String> bestNodes,
        @Doc("whether the chosen node is the nominated node, so that scores do not count")
                boolean nominated,
        @Doc("nodes that were evaluated") int nodes,
        @Doc("nodes that passed all filters") int feasible,
        @Doc("what plugins would allocate to the pod besides its requests, by plugin")
                Map<String, List<String>> allocations,
        @Doc("the preemption that the attempt would start") Optional<PreemptionItem> preemption,
        @Doc("rejected nodes by plugin and reasons") List<RejectionItem> rejections,
        @Doc("what you can do") List<String> hints,
        @Doc("results of the nodes that the caller may list") List<NodeResultItem> nodeResults) {}
