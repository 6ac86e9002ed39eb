package dev.berth.devices;

import dev.berth.devices.allocation.Allocator;
import dev.berth.devices.allocation.CountedDevices;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;

import java.util.ArrayList;
import java.util.List;

/// Explains the rejections of [DynamicResources].
final class DeviceExplanation {
    private static final String OTHER_CONSTRAINTS =
            "add devices to the node, or relax the constraints of the claim: each request has"
                    + " enough devices on its own, but not together with the others";

    private DeviceExplanation() {}

    static RejectionDetails of(Pod pod, Reject why) {
        return RejectionDetails.of(
                advice(why.message()),
                pod.template().parts().claims().stream()
                        .map(claim -> RejectionFact.ofPod("resource-claim", claim.name()))
                        .toList());
    }

    /// Explains the rejection of a node. Claims without devices are explained request by request.
    static RejectionDetails of(Pod pod, Reject why, CycleClaims claims, Node node) {
        RejectionDetails details = of(pod, why);
        if (claims.allocator().isEmpty() || !why.message().equals(Allocator.NO_DEVICES)) {
            return details;
        }
        List<ResourceClaim> named =
                claims.toAllocate().stream().filter(each -> !claims.isExtended(each)).toList();
        var facts = new ArrayList<>(details.facts());
        boolean enough = true;
        for (CountedDevices each : claims.allocator().get().count(node, named)) {
            facts.add(fact(each));
            enough &= each.free() >= each.requested() && each.free() > 0;
        }
        return enough && !named.isEmpty()
                ? new RejectionDetails(facts, List.of(OTHER_CONSTRAINTS))
                : new RejectionDetails(facts, details.advice());
    }

    private static RejectionFact fact(CountedDevices counted) {
        RejectionFact fact =
                RejectionFact.ofNodes(
                                "resource-claim",
                                counted.claim() + ", request " + counted.request())
                        .with("deviceClass", counted.deviceClass())
                        .with("devices", counted.devices())
                        .with("matching", counted.matching())
                        .with("free", counted.free());
        if (!counted.all()) {
            fact = fact.with("requested", counted.requested());
        }
        fact = unlessZero(fact, "allocated", counted.allocated());
        fact = unlessZero(fact, "tainted", counted.tainted());
        fact = unlessZero(fact, "withoutCapacity", counted.withoutCapacity());
        fact = unlessZero(fact, "withoutCounters", counted.withoutCounters());
        return unlessZero(fact, "unusablePools", counted.unusablePools());
    }

    private static RejectionFact unlessZero(RejectionFact fact, String name, int amount) {
        return amount == 0 ? fact : fact.with(name, amount);
    }

    private static String advice(String reason) {
        if (reason.startsWith("could not find ResourceClaim")) {
            return "create the ResourceClaim, or correct its name in the pod";
        }
        if (reason.endsWith("ResourceClaim not created yet")) {
            return "wait until the controller manager creates the claim from its template";
        }
        if (reason.endsWith("is being deleted")) {
            return "use another ResourceClaim";
        }
        if (reason.endsWith("(Pod is not owner)")) {
            return "delete the ResourceClaim that has the name of the generated claim";
        }
        if (reason.endsWith("is in the process of being allocated")) {
            return "wait until the other pod that uses the claim is bound";
        }
        if (reason.endsWith("none of the supported fields are set")) {
            return "set resourceClaimName or resourceClaimTemplateName in the pod";
        }
        if (reason.endsWith("unknown request type")) {
            return "use exactly or firstAvailable in the request of the claim";
        }
        if (reason.startsWith("invalid resource pools")) {
            return "check the driver of the devices: its slices contradict each other";
        }
        if (reason.startsWith("cannot schedule extended resource claim")) {
            return "wait until the claim of the earlier attempt is deleted";
        }
        if (reason.startsWith("devices cannot be allocated with")) {
            return "disable the feature gate";
        }
        if (reason.contains("device class ")) {
            return "create the DeviceClass, or correct its name in the claim";
        }
        if (reason.startsWith("resourceclaim not available")) {
            return "use a node that can access the allocated devices, or delete the other pods that"
                    + " use the claim";
        }
        return "add devices that the claim selects, or delete pods that use such devices";
    }
}
