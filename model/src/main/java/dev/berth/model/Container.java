package dev.berth.model;

import java.util.List;

/// What scheduling reads of a container; `restartable` marks an init container that keeps running
/// (a sidecar).
public record Container(
        String name,
        String image,
        ResourceList requests,
        ResourceList limits,
        List<ContainerPort> ports,
        boolean restartable) {
    public Container {
        ports = List.copyOf(ports);
    }
}
