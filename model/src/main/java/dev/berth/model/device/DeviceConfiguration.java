package dev.berth.model.device;

import dev.berth.model.json.Json;

import java.util.List;

/// A configuration for the drivers of devices. The scheduler only passes it on.
///
/// @param requests the requests that the configuration applies to; all if empty
/// @param content the fields besides `requests` and `source`
public record DeviceConfiguration(List<String> requests, Json.Obj content) {
    public DeviceConfiguration {
        requests = List.copyOf(requests);
    }
}
