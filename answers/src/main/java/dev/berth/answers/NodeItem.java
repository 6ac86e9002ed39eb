package dev.berth.answers;

import java.util.List;

/// A node, and what its pods request.
public record NodeItem(
        @Doc("name of the node") String name,
        @Doc("value of the label topology.kubernetes.io/zone, or empty") String zone,
        @Doc("whether the node is Ready; a node without that condition counts as Ready")
                boolean ready,
        @Doc("whether the node is unschedulable") boolean cordoned,
        @Doc("taints as `key=value:effect`") List<String> taints,
        @Doc("pods on the node") int pods,
        @Doc("allocatable amounts in the order of the resources; cpu in millicores")
                List<Long> allocatable,
        @Doc("requested amounts in the same order; for `pods`, their number")
                List<Long> requested) {}
