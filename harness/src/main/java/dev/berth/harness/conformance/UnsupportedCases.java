package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Detects cases that need features which Berth does not support yet.
final class UnsupportedCases {
    private static final Set<String> DEVICE_KINDS =
            Set.of("ResourceClaim", "ResourceSlice", "DeviceClass", "ResourceClaimTemplate");

    private UnsupportedCases() {}

    /// The unsupported feature of a case, if there is one.
    static Optional<String> reason(Obj one) {
        var pods = new ArrayList<>(list(one, "pods"));
        pods.addAll(list(one, "objects"));
        if (hasKind(one, DEVICE_KINDS)
                || pods.stream().anyMatch(pod -> pod.at("spec", "resourceClaims").isPresent())) {
            return Optional.of("they need devices");
        }
        return Optional.empty();
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }

    private static boolean hasKind(Obj one, Set<String> kinds) {
        return list(one, "objects").stream()
                .anyMatch(object -> kinds.contains(object.textAt("kind").orElse("")));
    }
}
