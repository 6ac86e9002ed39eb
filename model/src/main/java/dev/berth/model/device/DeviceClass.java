package dev.berth.model.device;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A DeviceClass: selectors and configurations for requests.
///
/// @param selectors the CEL expression of each selector; absent for an unknown type of selector
/// @param extendedResourceName the extended resource that the devices of the class provide
public record DeviceClass(
        Meta meta,
        List<Optional<String>> selectors,
        List<Json.Obj> config,
        Optional<String> extendedResourceName)
        implements KubeObject {
    public DeviceClass {
        selectors = List.copyOf(selectors);
        config = List.copyOf(config);
    }

    @Override
    public Kind kind() {
        return Kind.DEVICE_CLASS;
    }

    public String name() {
        return meta.name();
    }
}
