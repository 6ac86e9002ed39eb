package dev.berth.answers;

import java.util.List;

/// A pod on a node.
public record NodePodItem(
        @Doc("namespace/name") String pod,
        @Doc("priority of the pod") int priority,
        @Doc("requested amounts in the order of the resources") List<Long> requested,
        @Doc("phase of the pod") String phase,
        @Doc("whether the API server has yet to confirm the binding") boolean assumed) {}
