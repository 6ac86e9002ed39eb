package dev.berth.controlplane.api;

import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// The fields of a pod's status for resource claims. An update of the status keeps those that it
/// does not contain, because older clients do not know them. An empty list removes the field.
final class StatusClaims {
    private static final List<Path> FIELDS =
            List.of(
                    Path.of("status", "resourceClaimStatuses"),
                    Path.of("status", "extendedResourceClaimStatus"),
                    Path.of("status", "nodeAllocatableResourceClaimStatuses"));

    private StatusClaims() {}

    static boolean concern(ApiResource resource, WriteScope part) {
        return part == WriteScope.STATUS && resource.kind().equals(Kind.POD);
    }

    /// @param wanted as the client sends it
    static Json.Obj keep(Json.Obj old, Json.Obj wanted) {
        Json.Obj tree = wanted;
        for (Path field : FIELDS) {
            if (field.in(old)) {
                tree = field.setIfAbsent(tree, field.find(old).get());
            }
        }
        return tree;
    }
}
