package dev.berth.config.policy;

import dev.berth.model.json.Json;

import java.util.List;

/// The plugin arguments that the execution and the migration of a Policy share.
final class PolicyArguments {
    private PolicyArguments() {}

    /// Adds the arguments that Berth and the current kube-scheduler share: the scoring function,
    /// the hard affinity weight, and the resources of extenders.
    static void addShared(PolicyItems items, Policy policy, PlannedProfile profile) {
        if (items.priorities().containsKey(KnownPriority.INTER_POD_AFFINITY)
                && policy.hardPodAffinitySymmetricWeight() != 0) {
            profile.argument(
                    PolicyRole.POD_AFFINITY_SCORE,
                    "hardPodAffinityWeight",
                    Json.of(policy.hardPodAffinitySymmetricWeight()));
        }
        boolean ignored =
                policy.extenders().stream()
                        .flatMap(extender -> elements(extender, "managedResources").stream())
                        .anyMatch(resource ->
                                resource.at("ignoredByScheduler")
                                        .filter(Json.of(true)::equals)
                                        .isPresent());
        if (ignored) {
            profile.argumentsOf(PolicyRole.FIT);
        }
    }

    private static List<Json> elements(Json.Obj object, String field) {
        return object.at(field).orElse(Json.Arr.EMPTY) instanceof Json.Arr(var elements)
                ? elements
                : List.of();
    }

    /// The scoring strategy of NodeResourcesFit for this priority.
    static Json.Obj strategy(KnownPriority priority, PolicyItems items) {
        return switch (priority) {
            case LEAST_REQUESTED -> strategy("LeastAllocated", List.of());
            case MOST_REQUESTED -> strategy("MostAllocated", List.of());
            case REQUESTED_TO_CAPACITY_RATIO ->
                    strategy("RequestedToCapacityRatio", items.ratio().resources())
                            .with(
                                    "requestedToCapacityRatio",
                                    Json.Obj.of("shape", shape(items.ratio())));
            default -> throw new IllegalArgumentException(priority.label() + " is no strategy");
        };
    }

    private static Json.Obj strategy(String type, List<Policy.Resource> resources) {
        return Json.Obj.builder().put("type", type).put("resources", resources(resources)).build();
    }

    static Json.Arr shape(Policy.CapacityRatio ratio) {
        return new Json.Arr(
                ratio.shape().stream()
                        .<Json>map(point ->
                                Json.Obj.builder()
                                        .put("utilization", point.utilization())
                                        .put("score", point.score())
                                        .build())
                        .toList());
    }

    /// CPU and memory if there are none.
    static Json.Arr resources(List<Policy.Resource> given) {
        List<Policy.Resource> resources =
                given.isEmpty()
                        ? List.of(new Policy.Resource("cpu", 1), new Policy.Resource("memory", 1))
                        : given;
        return new Json.Arr(
                resources.stream()
                        .<Json>map(resource ->
                                Json.Obj.builder()
                                        .put("name", resource.name())
                                        .put("weight", Math.max(1, resource.weight()))
                                        .build())
                        .toList());
    }

    static Json.Arr texts(List<String> texts) {
        return new Json.Arr(texts.stream().<Json>map(Json::of).toList());
    }
}
