package dev.berth.answers;

/// A pod that has not finished.
public record PodItem(
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
        @Doc("node that the pod is bound to or assumed on, or empty") String node,
        @Doc("node that the pod is nominated to, or empty") String nominatedNodeName,
        @Doc("priority of the pod") int priority,
        @Doc("creation time of the pod") long createdMillis,
        @Doc("scheduling attempts while the pod is pending") int attempts) {}
