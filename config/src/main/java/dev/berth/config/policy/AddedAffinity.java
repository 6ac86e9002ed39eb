package dev.berth.config.policy;

import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Required and preferred node labels, as the `addedAffinity` of a profile.
final class AddedAffinity {
    private final List<Json> required = new ArrayList<>();
    private final List<Json> preferred = new ArrayList<>();

    void require(List<String> present, List<String> absent) {
        required.addAll(expressions(present, absent).toList());
    }

    void prefer(List<String> present, List<String> absent) {
        expressions(present, absent)
                .map(each ->
                        Json.Obj.builder()
                                .put("weight", 1)
                                .put("preference", Json.Obj.of("matchExpressions", Json.arr(each)))
                                .build())
                .forEach(preferred::add);
    }

    private static Stream<Json> expressions(List<String> present, List<String> absent) {
        return Stream.concat(
                present.stream().map(label -> expression(label, "Exists")),
                absent.stream().map(label -> expression(label, "DoesNotExist")));
    }

    private static Json expression(String label, String operator) {
        return Json.Obj.builder().put("key", label).put("operator", operator).build();
    }

    Optional<Json> json() {
        if (required.isEmpty() && preferred.isEmpty()) {
            return Optional.empty();
        }
        var out = Json.Obj.builder();
        if (!required.isEmpty()) {
            Json term = Json.Obj.of("matchExpressions", new Json.Arr(required));
            out.put(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    Json.Obj.of("nodeSelectorTerms", Json.arr(term)));
        }
        return Optional.of(
                out.putUnlessEmpty(
                                "preferredDuringSchedulingIgnoredDuringExecution",
                                new Json.Arr(preferred))
                        .build());
    }
}
