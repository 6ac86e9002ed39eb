package dev.berth.model.device;

import dev.berth.model.Quantity;

import java.util.List;
import java.util.Optional;

/// A capacity of a device.
///
/// @param policy how requests are rounded and limited, for devices that allow multiple allocations
public record DeviceCapacity(Quantity value, Optional<Policy> policy) {

    /// The amounts that can be requested (Kubernetes: `CapacityRequestPolicy`).
    ///
    /// @param defaultValue the amount of a request that does not name the capacity
    public record Policy(
            Optional<Quantity> defaultValue,
            Optional<List<Quantity>> validValues,
            Optional<Range> validRange) {
        public Policy {
            validValues = validValues.map(List::copyOf);
        }
    }

    /// A range of amounts, in steps from the minimum.
    public record Range(Optional<Quantity> min, Optional<Quantity> max, Optional<Quantity> step) {}
}
