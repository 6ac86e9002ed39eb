package dev.berth.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The storage drivers on one node, which has the same name.
public record CsiNode(Meta meta, List<Driver> drivers) implements KubeObject {
    /// @param limit how many volumes the driver can attach to the node; absent means any number
    public record Driver(String name, OptionalInt limit) {}

    public CsiNode {
        drivers = List.copyOf(drivers);
    }

    @Override
    public Kind kind() {
        return Kind.CSI_NODE;
    }

    public Optional<Driver> driver(String name) {
        for (Driver driver : drivers) {
            if (driver.name().equals(name)) {
                return Optional.of(driver);
            }
        }
        return Optional.empty();
    }
}
