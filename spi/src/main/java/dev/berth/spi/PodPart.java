package dev.berth.spi;

import dev.berth.model.Pod;
import dev.berth.model.PodStatus;

import java.util.List;
import java.util.function.Function;

/// The parts of a pod that are not in its pod shape. A filter or scorer that reads one of them must
/// declare it with [DependsOn#alsoKeyedBy].
public enum PodPart {
    NAME(Pod::name),
    UID(Pod::uid),
    PRIORITY(pod -> pod.spec().priority()),
    NODE_NAME(pod -> pod.spec().nodeName()),
    ANNOTATIONS(pod -> pod.meta().annotations()),
    OWNERS(pod -> pod.meta().owners()),
    VOLUMES(pod -> pod.spec().volumes()),
    /// The requests in the status, which differ from the requests in the spec while the pod is
    /// resized in place.
    RESIZE(PodPart::resize);

    /// The value of [#RESIZE] for a pod without these requests, as of nearly every pending pod.
    private static final Object NO_RESIZE = resize(PodStatus.NONE);

    private final Function<Pod, Object> read;

    PodPart(Function<Pod, Object> read) {
        this.read = read;
    }

    private static Object resize(Pod pod) {
        PodStatus status = pod.status();
        return status.containers().isEmpty()
                        && status.resources().isEmpty()
                        && status.allocated().isEmpty()
                ? NO_RESIZE
                : resize(status);
    }

    private static Object resize(PodStatus status) {
        return List.of(status.containers(), status.resources(), status.allocated());
    }

    /// The value of this part in a pod.
    public Object of(Pod pod) {
        return read.apply(pod);
    }
}
