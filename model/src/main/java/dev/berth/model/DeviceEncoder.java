package dev.berth.model;

import dev.berth.model.device.AllocatedConfiguration;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ClaimConsumer;
import dev.berth.model.device.DeviceConfiguration;
import dev.berth.model.device.DeviceConstraint;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.DeviceToleration;
import dev.berth.model.device.ExactDeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Encodes resource claims, in particular the parts that the scheduler writes.
public final class DeviceEncoder {
    private DeviceEncoder() {}

    /// The field `spec` of a claim.
    public static Obj spec(ResourceClaim claim) {
        return Obj.of(
                "devices",
                Obj.builder()
                        .putUnlessEmpty("requests", requests(claim.requests()))
                        .putUnlessEmpty(
                                "constraints",
                                Encoder.list(claim.constraints(), DeviceEncoder::constraint))
                        .putUnlessEmpty(
                                "config",
                                Encoder.list(
                                        claim.config(), each -> configuration(each, Obj.EMPTY)))
                        .build());
    }

    /// The field `status` of a claim, without the status of its devices.
    public static Obj status(ResourceClaim claim) {
        var out = Obj.builder();
        claim.allocation().ifPresent(allocation -> out.put("allocation", allocation(allocation)));
        return out.putUnlessEmpty("reservedFor", consumers(claim.reservedFor())).build();
    }

    /// The field `status.extendedResourceClaimStatus` of a pod.
    public static Obj extendedClaim(PodClaimStatuses.Extended claim) {
        return PodEncoder.extendedClaim(claim);
    }

    /// A reference to the owner of a claim.
    public static Obj owner(OwnerReference owner) {
        return Encoder.owner(owner);
    }

    /// The field `spec.devices.requests` of a claim.
    public static Arr requests(List<DeviceRequest> requests) {
        return Encoder.list(requests, DeviceEncoder::request);
    }

    private static Obj request(DeviceRequest request) {
        var out = Obj.builder().put("name", request.name());
        request.exactly().ifPresent(exactly -> out.put("exactly", exact(exactly, "")));
        return out.putUnlessEmpty(
                        "firstAvailable",
                        Encoder.list(request.firstAvailable(), each -> exact(each, each.name())))
                .build();
    }

    private static Obj exact(ExactDeviceRequest request, String name) {
        var out =
                Obj.builder()
                        .putUnlessEmpty("name", name)
                        .put("deviceClassName", request.deviceClassName())
                        .putUnlessEmpty(
                                "selectors",
                                Encoder.list(request.selectors(), DeviceEncoder::selector))
                        .putUnlessEmpty("allocationMode", request.allocationMode());
        if (request.count() != 0) {
            out.put("count", request.count());
        }
        request.adminAccess().ifPresent(admin -> out.put("adminAccess", admin));
        out.putUnlessEmpty("tolerations", tolerations(request.tolerations()));
        request.capacity()
                .ifPresent(amounts -> out.put("capacity", Obj.of("requests", amounts(amounts))));
        return out.build();
    }

    private static Obj selector(Optional<String> expression) {
        return expression
                .map(cel -> Obj.of("cel", Obj.of("expression", Json.of(cel))))
                .orElse(Obj.EMPTY);
    }

    private static Obj constraint(DeviceConstraint constraint) {
        var out = Obj.builder().putUnlessEmpty("requests", Encoder.texts(constraint.requests()));
        constraint.matchAttribute().ifPresent(name -> out.put("matchAttribute", name));
        constraint.distinctAttribute().ifPresent(name -> out.put("distinctAttribute", name));
        return out.build();
    }

    private static Obj configuration(DeviceConfiguration config, Obj begun) {
        Obj out = begun;
        if (!config.requests().isEmpty()) {
            out = out.with("requests", Encoder.texts(config.requests()));
        }
        for (Map.Entry<String, Json> field : config.content().fields().entrySet()) {
            out = out.with(field.getKey(), field.getValue());
        }
        return out;
    }

    /// The field `status.reservedFor` of a claim.
    public static Arr consumers(List<ClaimConsumer> consumers) {
        return Encoder.list(
                consumers,
                each ->
                        Obj.builder()
                                .putUnlessEmpty("apiGroup", each.apiGroup())
                                .put("resource", each.resource())
                                .put("name", each.name())
                                .put("uid", each.uid())
                                .build());
    }

    /// The field `status.allocation` of a claim.
    public static Obj allocation(Allocation allocation) {
        var out =
                Obj.builder()
                        .put(
                                "devices",
                                Obj.builder()
                                        .putUnlessEmpty("results", results(allocation))
                                        .putUnlessEmpty("config", config(allocation))
                                        .build());
        allocation.nodeSelector().ifPresent(terms -> out.put("nodeSelector", nodeSelector(terms)));
        Encoder.putTime(out, "allocationTimestamp", allocation.timestamp());
        return out.build();
    }

    /// A node selector with these terms.
    public static Obj nodeSelector(List<NodeSelectorTerm> terms) {
        return SelectorEncoder.terms(terms);
    }

    /// The field `devices.results` of an allocation.
    public static Arr results(Allocation allocation) {
        return Encoder.list(allocation.devices(), DeviceEncoder::device);
    }

    /// The field `devices.config` of an allocation.
    public static Arr config(Allocation allocation) {
        return Encoder.list(allocation.config(), DeviceEncoder::allocated);
    }

    private static Obj allocated(AllocatedConfiguration config) {
        return configuration(config.configuration(), Obj.EMPTY.with("source", config.source()));
    }

    private static Obj device(AllocatedDevice device) {
        ObjBuilder out =
                Obj.builder()
                        .put("request", device.request())
                        .put("driver", device.id().driver())
                        .put("pool", device.id().pool())
                        .put("device", device.id().device());
        device.adminAccess().ifPresent(admin -> out.put("adminAccess", admin));
        out.putUnlessEmpty("tolerations", tolerations(device.tolerations()))
                .putUnlessEmpty(
                        "bindingConditions",
                        Encoder.texts(device.bindingConditions().orElse(List.of())))
                .putUnlessEmpty(
                        "bindingFailureConditions",
                        Encoder.texts(device.bindingFailureConditions().orElse(List.of())));
        device.shareId().ifPresent(share -> out.put("shareID", share));
        return out.putUnlessEmpty(
                        "consumedCapacity", amounts(device.consumedCapacity().orElse(Map.of())))
                .putUnlessEmpty("skipNodeOperations", Encoder.texts(device.skipNodeOperations()))
                .build();
    }

    private static Arr tolerations(List<DeviceToleration> tolerations) {
        return Encoder.list(
                tolerations,
                each -> {
                    var out =
                            Obj.builder()
                                    .putUnlessEmpty("key", each.key())
                                    .putUnlessEmpty("operator", each.operator())
                                    .putUnlessEmpty("value", each.value())
                                    .putUnlessEmpty("effect", each.effect());
                    each.tolerationSeconds()
                            .ifPresent(seconds -> out.put("tolerationSeconds", seconds));
                    return out.build();
                });
    }

    private static Obj amounts(Map<String, Quantity> amounts) {
        var out = Obj.builder();
        amounts.forEach((name, amount) -> out.put(name, Encoder.text(amount)));
        return out.build();
    }
}
