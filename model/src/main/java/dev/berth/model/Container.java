package dev.berth.model;

import java.util.List;

/// The fields of a container that scheduling reads. `restartable` marks a restartable init
/// container (sidecar).
///
/// @param restartActions the action of each restart rule
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
