package dev.berth.answers;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The answer of `explain/pods/NAMESPACE/NAME`: why a pod is pending, or why it is on its node.
public record ExplainPodAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("namespace/name") String pod,
        @Doc(
                        value = "scheduling state of the pod",
                        oneOf = {
                            "active",
                            "backoff",
                            "unschedulable",
                            "gated",
                            "in-flight",
                            "waiting",
                            "binding",
                            "bound",
                            "deleting",
                            "other-scheduler"
                        })
                String state,
        @Doc("the answer in one sentence") String summary,
        @Doc("node that the pod is bound to or assumed on, or empty") String node,
        @Doc("node that the pod is nominated to, or empty") String nominatedNodeName,
        @Doc(
                        "when the pod entered its state, regardless of retries that did not change"
                                + " it; absent unless the pod is pending")
                OptionalLong sinceMillis,
        @Doc("when its backoff or its Permit timeout ends; absent if neither applies")
                OptionalLong untilMillis,
        @Doc("priority of the pod") int priority,
        @Doc("spec.schedulerName of the pod") String schedulerName,
        @Doc("plugins that rejected the pod last, that gate it, or whose Permit it waits for")
                List<String> plugins,
        @Doc("the plugin that gates the pod") Optional<GateItem> gate,
        @Doc("rejected nodes of the last attempt; empty for a bound pod")
                List<RejectionItem> rejections,
        @Doc("what put the chosen node before the runner-up, the largest difference first")
                List<String> scoreDifferences,
        @Doc("events that requeue the pod") List<RequeueItem> requeue,
        @Doc("what you can do") List<String> hints,
        @Doc("attempts that the scheduler keeps, newest first") List<DecisionItem> attempts) {}
