package dev.berth.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A CSINode: the CSI drivers on the node of the same name.
public record CsiNode(Meta meta, List<Driver> drivers) implements KubeObject {
    /// @param limit the number of volumes that the driver can attach to the node; empty for no
    ///   limit
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
