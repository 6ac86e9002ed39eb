package dev.berth.model;

import java.util.Optional;

/// The resources in the status of a container.
///
/// @param requests the actual requests (`resources.requests`), if they are reported
/// @param allocated the allocated resources, if they are reported
public record ContainerStatus(
        String name, Optional<ResourceList> requests, Optional<ResourceList> allocated) {
    public boolean isEmpty() {
        return requests.isEmpty() && allocated.isEmpty();
    }
}
