package dev.berth.model;

import java.util.List;

/// What scheduling reads of a container; `restartable` marks an init container that keeps running
/// (a sidecar).
///
/// @param restartActions the action of each of its restart rules
public record Container(
        String name,
        String image,
        ResourceList requests,
        ResourceList limits,
        List<ContainerPort> ports,
        boolean restartable,
        List<String> restartActions) {
    public Container {
        ports = List.copyOf(ports);
        restartActions = List.copyOf(restartActions);
    }

    /// A container without restart rules.
    public Container(
            String name,
            String image,
            ResourceList requests,
            ResourceList limits,
            List<ContainerPort> ports,
            boolean restartable) {
        this(name, image, requests, limits, ports, restartable, List.of());
    }
}
