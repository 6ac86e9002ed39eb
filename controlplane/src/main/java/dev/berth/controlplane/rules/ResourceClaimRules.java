package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.each;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of resource claims and of resource claim templates.
final class ResourceClaimRules implements KindRule {
    private static final Path SPEC = Path.of("spec");

    private final Path requests;
    private final boolean template;

    ResourceClaimRules(boolean template) {
        this.template = template;
        this.requests =
                template
                        ? Path.of("spec", "spec", "devices", "requests")
                        : Path.of("spec", "devices", "requests");
    }

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        return each(
                object,
                requests,
                request ->
                        at(
                                request,
                                Path.of("exactly"),
                                it -> {
                                    Json.Obj tree = setIfAbsent(it, "allocationMode", "ExactCount");
                                    return Path.of("allocationMode").text(tree).equals("ExactCount")
                                            ? setIfAbsent(tree, "count", 1)
                                            : tree;
                                }));
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        List<Json> all = requests.items(object);
        String prefix = template ? "spec.spec" : "spec";
        for (int i = 0; i < all.size(); i++) {
            if (!Path.of("exactly").in(all.get(i))
                    && Path.of("firstAvailable").items(all.get(i)).isEmpty()) {
                out.required(
                        prefix + ".devices.requests[" + i + "]",
                        "exactly one of `exactly` or `firstAvailable` is required");
            }
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        out.unchanged("spec", SPEC, before, after);
    }
}
