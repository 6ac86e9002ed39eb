package dev.berth.model;

import dev.berth.model.device.AllocatedConfiguration;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.AllocatedDeviceStatus;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ClaimConsumer;
import dev.berth.model.device.DeviceConfiguration;
import dev.berth.model.device.DeviceConstraint;
import dev.berth.model.device.DeviceId;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.DeviceToleration;
import dev.berth.model.device.ExactDeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decodes resource claims.
final class DeviceDecoder {
    private DeviceDecoder() {}

    static ResourceClaim claim(Decoder decoder, Fields in) {
        Fields devices = in.object("spec").object("devices");
        Fields status = in.object("status");
        return new ResourceClaim(
                decoder.meta(in),
                devices.list("requests", DeviceDecoder::request),
                devices.list("constraints", DeviceDecoder::constraint),
                devices.list("config", DeviceDecoder::configuration),
                status.optional("allocation", DeviceDecoder::allocation),
                status.list("reservedFor", DeviceDecoder::consumer),
                status.list("devices", DeviceDecoder::deviceStatus));
    }

    private static DeviceRequest request(Fields in) {
        String name = in.text("name", "");
        return new DeviceRequest(
                name,
                in.optional("exactly", exactly -> exact(name, exactly)),
                in.list("firstAvailable", each -> exact(each.text("name", ""), each)));
    }

    private static ExactDeviceRequest exact(String name, Fields in) {
        return new ExactDeviceRequest(
                name,
                in.text("deviceClassName", ""),
                in.list("selectors", DeviceDecoder::selector),
                in.text("allocationMode", ""),
                in.longValue("count", 0),
                optionalBool(in, "adminAccess"),
                in.list("tolerations", DeviceDecoder::toleration),
                in.optional("capacity", capacity -> capacity.quantities("requests")),
                !in.list("derivedAttributes", Fields::object).isEmpty());
    }

    static Optional<String> selector(Fields in) {
        return in.optional("cel", cel -> cel.text("expression", ""));
    }

    static Optional<Boolean> optionalBool(Fields in, String field) {
        return in.has(field) ? Optional.of(in.bool(field)) : Optional.empty();
    }

    private static DeviceToleration toleration(Fields in) {
        return new DeviceToleration(
                in.text("key", ""),
                in.text("operator", ""),
                in.text("value", ""),
                in.text("effect", ""),
                in.has("tolerationSeconds")
                        ? Optional.of(in.longValue("tolerationSeconds"))
                        : Optional.empty());
    }

    private static DeviceConstraint constraint(Fields in) {
        return new DeviceConstraint(
                in.texts("requests"),
                in.optionalText("matchAttribute"),
                in.optionalText("distinctAttribute"));
    }

    private static DeviceConfiguration configuration(Fields in) {
        return new DeviceConfiguration(
                in.texts("requests"), in.object().without("requests").without("source"));
    }

    private static Allocation allocation(Fields in) {
        Fields devices = in.object("devices");
        return new Allocation(
                devices.list("results", DeviceDecoder::allocated),
                devices.list("config", DeviceDecoder::allocatedConfiguration),
                nodeSelector(in),
                in.optionalInstant("allocationTimestamp"));
    }

    /// The terms of the field `nodeSelector`.
    static Optional<List<NodeSelectorTerm>> nodeSelector(Fields in) {
        return in.optional(
                "nodeSelector",
                selector -> selector.list("nodeSelectorTerms", SelectorDecoder::nodeTerm));
    }

    private static AllocatedConfiguration allocatedConfiguration(Fields in) {
        return new AllocatedConfiguration(in.text("source", ""), configuration(in));
    }

    private static AllocatedDevice allocated(Fields in) {
        return new AllocatedDevice(
                in.text("request", ""),
                id(in),
                optionalBool(in, "adminAccess"),
                in.list("tolerations", DeviceDecoder::toleration),
                optionalTexts(in, "bindingConditions"),
                optionalTexts(in, "bindingFailureConditions"),
                in.optionalText("shareID"),
                optionalQuantities(in, "consumedCapacity"),
                in.texts("skipNodeOperations"));
    }

    private static Optional<Map<String, Quantity>> optionalQuantities(Fields in, String field) {
        return in.has(field) ? Optional.of(in.quantities(field)) : Optional.empty();
    }

    static Optional<List<String>> optionalTexts(Fields in, String field) {
        return in.has(field) ? Optional.of(in.texts(field)) : Optional.empty();
    }

    private static DeviceId id(Fields in) {
        return new DeviceId(in.text("driver", ""), in.text("pool", ""), in.text("device", ""));
    }

    private static ClaimConsumer consumer(Fields in) {
        return new ClaimConsumer(
                in.text("apiGroup", ""),
                in.text("resource", ""),
                in.text("name", ""),
                in.text("uid", ""));
    }

    private static AllocatedDeviceStatus deviceStatus(Fields in) {
        return new AllocatedDeviceStatus(
                id(in),
                in.optionalText("shareID"),
                in.list("conditions", PodDecoder::condition),
                in.json("data").map(Json::text).orElse("")
                        + in.json("networkData").map(Json::text).orElse(""));
    }
}
