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

    private static final int MAX_PREFIX = 58;
    private static final int SUFFIX_LENGTH = 5;
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    ExtendedClaim {
        mappings = List.copyOf(mappings);
    }

    /// Whether the claim exists only in memory.
    boolean inMemory() {
        return claim.name().equals(SPECIAL_NAME);
    }

    /// A name for a new claim, in the form that the API server gives to generated names.
    ///
    /// @param number any number
    static String name(ResourceClaim claim, long number) {
        String prefix = prefix(claim);
        var name = new StringBuilder(prefix.substring(0, Math.min(prefix.length(), MAX_PREFIX)));
        long left = number;
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(ALPHABET.charAt((int) Long.remainderUnsigned(left, ALPHABET.length())));
            left = Long.divideUnsigned(left, ALPHABET.length());
        }
        return name.toString();
    }

    private static String prefix(ResourceClaim claim) {
        return claim.meta().owners().getFirst().name() + "-extended-resources-";
    }

    /// The content of a new claim.
    static Json.Obj content(ResourceClaim claim, String name) {
        OwnerReference pod = claim.meta().owners().getFirst();
        return Json.Obj.builder()
                .put("apiVersion", Kind.RESOURCE_CLAIM.apiVersion())
                .put("kind", Kind.RESOURCE_CLAIM.name())
                .put(
                        "metadata",
                        Json.Obj.EMPTY
                                .with("name", name)
                                .with("generateName", prefix(claim))
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
