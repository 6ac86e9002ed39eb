package dev.berth.devices;

import dev.berth.model.DeviceEncoder;
import dev.berth.model.Kind;
import dev.berth.model.OwnerReference;
import dev.berth.model.PodClaimStatuses.RequestMapping;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;

import java.util.List;

/// The claim for the extended resources of a pod.
///
/// @param mappings the requests that the containers use on the node
record ExtendedClaim(ResourceClaim claim, List<RequestMapping> mappings) {
    /// The name of a claim that does not exist in the API server yet.
    static final String SPECIAL_NAME = "<extended-resources>";

    ExtendedClaim {
        mappings = List.copyOf(mappings);
    }

    /// Whether the claim exists only in memory.
    boolean inMemory() {
        return claim.name().equals(SPECIAL_NAME);
    }

    /// The content of a new claim. The API server completes its name.
    static Json.Obj content(ResourceClaim claim) {
        OwnerReference pod = claim.meta().owners().getFirst();
        return Json.Obj.builder()
                .put("apiVersion", Kind.RESOURCE_CLAIM.apiVersion())
                .put("kind", Kind.RESOURCE_CLAIM.name())
                .put(
                        "metadata",
                        Json.Obj.EMPTY
                                .with("generateName", pod.name() + "-extended-resources-")
                                .with("namespace", claim.meta().namespace())
                                .with(
                                        "annotations",
                                        Json.Obj.EMPTY.with(
                                                ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true"))
                                .with(
                                        "ownerReferences",
                                        new Json.Arr(List.of(DeviceEncoder.owner(pod)))))
                .put("spec", DeviceEncoder.spec(claim))
                .build();
    }
}
