package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ExactDeviceRequest;

import java.util.List;

/// A request, or an alternative of a request, that is ready for the search.
///
/// @param count the number of devices
/// @param all the devices of a request for all devices
record PlannedDevices(ResolvedRequest resolved, long count, List<Candidate> all) {

    /// A request with its class.
    ///
    /// @param parent the name of the request in the claim
    /// @param alternative whether this is an alternative of the request
    record ResolvedRequest(
            String claim,
            String parent,
            boolean alternative,
            ExactDeviceRequest request,
            DeviceClass deviceClass) {}

    /// A device of a pool.
    record Candidate(Pool pool, IndexedSlice slice, IndexedDevice device) {}

    ExactDeviceRequest request() {
        return resolved.request();
    }

    String parent() {
        return resolved.parent();
    }

    boolean alternative() {
        return resolved.alternative();
    }

    DeviceClass deviceClass() {
        return resolved.deviceClass();
    }

    /// The request in the result: `request`, or `request/alternative`.
    String resultName() {
        return alternative() ? parent() + "/" + request().name() : parent();
    }

    /// The beginning of messages about the request.
    String where() {
        return "claim %s, request %s".formatted(resolved.claim(), request().name());
    }
}
