package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;
import java.util.function.Function;

/// Parts of a pod that its shape leaves out; an evaluator that reads one must name it (see
/// [DependsOn]).
public enum PodPart {
    NAME(Pod::name),
    UID(Pod::uid),
    PRIORITY(pod -> pod.spec().priority()),
    NODE_NAME(pod -> pod.spec().nodeName()),
    ANNOTATIONS(pod -> pod.meta().annotations()),
    OWNERS(pod -> pod.meta().owners()),
    VOLUMES(pod -> pod.spec().volumes()),
    /// What the status says of requests in force, which differ from the spec's while a pod is
    /// resized.
    RESIZE(pod ->
            List.of(pod.status().containers(), pod.status().resources(), pod.status().allocated()));

    private final Function<Pod, Object> read;

    PodPart(Function<Pod, Object> read) {
        this.read = read;
    }

    public Object of(Pod pod) {
        return read.apply(pod);
    }
}
