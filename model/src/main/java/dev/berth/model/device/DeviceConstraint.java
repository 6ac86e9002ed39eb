package dev.berth.model.device;

import java.util.List;
import java.util.Optional;

/// A constraint on the devices of a claim: an attribute must be the same, or different.
///
/// @param requests the requests and alternatives (`request/alternative`) that the constraint
///   applies to; all if empty
public record DeviceConstraint(
        List<String> requests,
        Optional<String> matchAttribute,
        Optional<String> distinctAttribute) {
    public DeviceConstraint {
        requests = List.copyOf(requests);
    }
}
