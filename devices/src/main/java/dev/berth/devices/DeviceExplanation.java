package dev.berth.devices;

import dev.berth.model.Pod;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;

/// Explains the rejections of [DynamicResources].
final class DeviceExplanation {
    private DeviceExplanation() {}

    static RejectionDetails of(Pod pod, Reject why) {
        return RejectionDetails.of(
                advice(why.message()),
                pod.template().parts().claims().stream()
                        .map(claim -> RejectionFact.ofPod("resource-claim", claim.name()))
                        .toList());
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
