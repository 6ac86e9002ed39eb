package dev.berth.model;

import java.util.Optional;

/// Resources of a running container as the node reports them: what is in force, and what was
/// allocated.
public record ContainerStatus(
        String name, Optional<ResourceList> requests, ResourceList allocated) {}
