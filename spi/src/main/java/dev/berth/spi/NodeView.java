package dev.berth.spi;

import dev.berth.model.HostPort;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;

/// The state of one node in the current cycle, including assumed pods (kube-scheduler: `NodeInfo`).
///
/// A view is valid only during the call that receives it.
public interface NodeView {
    /// The row in the node table.
    int row();

    /// The node object.
    Node node();

    /// The allocatable amount of the resource (kube-scheduler: `NodeInfo.Allocatable`).
    long allocatable(Resource resource);

    /// The sum of the requests of the pods on the node (kube-scheduler: `NodeInfo.Requested`).
    long requested(Resource resource);

    /// The sum of the requests of the pods on the node, where a container without a request for CPU
    /// or memory counts as 100m or 200 MiB (kube-scheduler: `NodeInfo.NonZeroRequested`). For other
    /// resources, the same as [#requested].
    long nonZeroRequested(Resource resource);

    /// The pods on the node, in no particular order.
    List<Pod> pods();

    /// The image with this name, if the node has it.
    Optional<ImageState> image(String name);

    /// Whether a pod on the node uses a host port that conflicts with `wanted`.
    default boolean portTaken(HostPort wanted) {
        for (Pod pod : pods()) {
            for (HostPort open : pod.template().hostPorts()) {
                if (open.conflicts(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    default String name() {
        return node().name();
    }

    default Labels labels() {
        return node().labels();
    }

    default Optional<String> label(String key) {
        return node().labels().get(key);
    }

    /// Allocatable minus requested; can be negative.
    default long free(Resource resource) {
        return allocatable(resource) - requested(resource);
    }
}
