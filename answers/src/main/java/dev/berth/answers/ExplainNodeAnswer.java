package dev.berth.answers;

import java.util.List;

/// The answer of `explain/nodes/NAME`: which pending pods a node rejects.
public record ExplainNodeAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("the node") NodeItem node,
        @Doc("names of the resources, in the order of the amounts") List<String> resources,
        @Doc("the answer in one sentence") String summary,
        @Doc("rejected pods that the caller may list, by plugin and reasons")
                List<PodRejectionItem> rejections,
        @Doc("pending pods that fit on the node") int fits,
        @Doc("pending pods that the node rejects") int rejected,
        @Doc("pending pods that were not evaluated, because there are too many different ones")
                int notEvaluated,
        @Doc("rejected pods that the caller may not list") int hidden) {}
