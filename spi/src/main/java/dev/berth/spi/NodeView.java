package dev.berth.spi;

import dev.berth.model.HostPort;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;

/// A node as it stands in the present cycle: what it says of itself, and its load, assumed pods
/// included.
///
/// Valid during the call it is handed to.
public interface NodeView {
    int row();

    Node node();

    /// What the node offers.
    long allocatable(Resource resource);

    /// What its pods ask for.
    long requested(Resource resource);

    /// What its pods ask for where a container that asks for no cpu or memory counts 100m or 200
    /// MiB; other resources as [#requested].
    long nonZeroRequested(Resource resource);

    /// The pods on it, in no promised order.
    List<Pod> pods();

    /// The image of this name, if the node has it.
    Optional<ImageState> image(String name);

    /// Whether a pod on the node has a port open that keeps `wanted` from being opened too.
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

    default long free(Resource resource) {
        return allocatable(resource) - requested(resource);
    }
}
