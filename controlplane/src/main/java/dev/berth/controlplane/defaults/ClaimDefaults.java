package dev.berth.controlplane.defaults;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.each;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The defaults of the requests in resource claims and their templates.
public final class ClaimDefaults {
    /// The allocation mode of a request with a count, which is the default.
    public static final String EXACT = "ExactCount";

    private static final Path DEVICES = Path.of("spec", "devices");

    private ClaimDefaults() {}

    /// A resource claim with its defaults.
    public static Json.Obj claim(Json.Obj object) {
        return requests(object, DEVICES);
    }

    /// @param devices the path of the field that contains the requests
    public static Json.Obj requests(Json.Obj object, Path devices) {
        return each(
                object,
                devices.then("requests"),
                request ->
                        each(
                                at(request, Path.of("exactly"), ClaimDefaults::withCount),
                                Path.of("firstAvailable"),
                                ClaimDefaults::withCount));
    }

    private static Json.Obj withCount(Json.Obj request) {
        Json.Obj tree = setIfAbsent(request, "allocationMode", EXACT);
        return Path.of("allocationMode").text(tree).equals(EXACT)
                ? setIfAbsent(tree, "count", 1)
                : tree;
    }
}
