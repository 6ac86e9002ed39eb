package dev.berth.model;

import java.util.Optional;

/// The resources in the status of a container: the actual requests, and the allocated resources.
public record ContainerStatus(
        String name, Optional<ResourceList> requests, ResourceList allocated) {}
