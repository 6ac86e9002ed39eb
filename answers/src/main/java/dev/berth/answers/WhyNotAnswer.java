package dev.berth.answers;

import java.util.List;
import java.util.Optional;

/// The answer of `why-not/NAMESPACE/NAME/NODE`: why a pod is not on a node.
public record WhyNotAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("namespace/name") String pod,
        @Doc("name of the node") String node,
        @Doc(
                        value = "whether the pod fits on the node",
                        oneOf = {"fits", "rejected", "unknown"})
                String outcome,
        @Doc("the answer in one sentence") String summary,
        @Doc("how the dry run differs from an attempt") String note,
        @Doc("the rejection; absent if the pod fits") Optional<RejectionItem> rejection,
        @Doc("what you can do") List<String> hints,
        @Doc("scores of the node; absent if the pod does not fit") Optional<NodeScoresItem> scores,
        @Doc("scores of the best node") Optional<NodeScoresItem> bestScores) {}
