package dev.berth.devices.allocation;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.json.Json;

/// Objects for tests, from JSON with single quotes.
public final class DeviceObjects {
    private DeviceObjects() {}

    private static Json.Obj json(String text) {
        return (Json.Obj) Json.parse(text.replace('\'', '"'));
    }

    /// A slice that is its whole pool, on a node with the name of the pool.
    public static ResourceSlice slice(String pool, String devices) {
        return slice(pool, pool, "'nodeName': '%s', 'devices': [%s]".formatted(pool, devices));
    }

    /// @param spec the fields besides the driver and the pool
    public static ResourceSlice slice(String name, String pool, String spec) {
        return slice(name, pool, 1, 1, spec);
    }

    public static ResourceSlice slice(
            String name, String pool, long generation, long count, String spec) {
        return (ResourceSlice)
                new Decoder()
                        .object(
                                Kind.RESOURCE_SLICE,
                                json(
                                        ("{'metadata': {'name': '%s'}, 'spec': {'driver': 'd',"
                                                        + " 'pool': {'name': '%s', 'generation':"
                                                        + " %d, 'resourceSliceCount': %d}, %s}}")
                                                .formatted(name, pool, generation, count, spec)));
    }

    public static DeviceClass deviceClass(String name, String spec) {
        return (DeviceClass)
                new Decoder()
                        .object(
                                Kind.DEVICE_CLASS,
                                json(
                                        "{'metadata': {'name': '%s'}, 'spec': {%s}}"
                                                .formatted(name, spec)));
    }

    public static DeviceTaintRule rule(String spec) {
        return (DeviceTaintRule)
                new Decoder()
                        .object(
                                Kind.DEVICE_TAINT_RULE,
                                json(
                                        "{'metadata': {'name': 'rule'}, 'spec': {%s}}"
                                                .formatted(spec)));
    }

    /// A claim in the namespace `default`.
    ///
    /// @param devices the fields of `spec.devices`
    public static ResourceClaim claim(String name, String devices) {
        return claim(name, devices, "");
    }

    /// @param status the fields of the status
    public static ResourceClaim claim(String name, String devices, String status) {
        return (ResourceClaim)
                new Decoder()
                        .object(
                                Kind.RESOURCE_CLAIM,
                                json(
                                        ("{'metadata': {'name': '%s', 'namespace': 'default',"
                                                        + " 'uid': 'uid-%s', 'resourceVersion':"
                                                        + " '1'}, 'spec': {'devices': {%s}},"
                                                        + " 'status': {%s}}")
                                                .formatted(name, name, devices, status)));
    }

    /// The field `requests` with one request.
    public static String requests(long count) {
        return "'requests': [%s]".formatted(request("r", count, ""));
    }

    /// A request for devices of the class `gpu`.
    public static String request(String name, long count, String more) {
        return ("{'name': '%s', 'exactly': {'deviceClassName': 'gpu', 'allocationMode':"
                        + " 'ExactCount', 'count': %d%s}}")
                .formatted(name, count, more.isEmpty() ? "" : ", " + more);
    }
}
