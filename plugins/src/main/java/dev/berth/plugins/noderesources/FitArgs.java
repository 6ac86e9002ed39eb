package dev.berth.plugins.noderesources;

import dev.berth.model.ResourceNames;
import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of [NodeResourcesFit].
///
/// @param ignoredResources extended resources nobody checks
/// @param ignoredResourceGroups prefixes of such resources, up to the slash
public record FitArgs(
        List<String> ignoredResources,
        List<String> ignoredResourceGroups,
        ScoringStrategy scoringStrategy) {
    public static final FitArgs DEFAULT =
            new FitArgs(List.of(), List.of(), ScoringStrategy.DEFAULT);

    public FitArgs {
        ignoredResources = List.copyOf(ignoredResources);
        ignoredResourceGroups = List.copyOf(ignoredResourceGroups);
    }

    void check(Problems out) {
        for (int i = 0; i < ignoredResources.size(); i++) {
            String name = ignoredResources.get(i);
            if (!ResourceNames.qualified(name)) {
                out.add(
                        "ignoredResources[" + i + "]",
                        name,
                        "must be a qualified name such as example.com/gpu");
            }
        }
        for (int i = 0; i < ignoredResourceGroups.size(); i++) {
            String group = ignoredResourceGroups.get(i);
            String path = "ignoredResourceGroups[" + i + "]";
            if (group.contains("/")) {
                out.add(path, group, "resource group name can't contain '/'");
            }
            if (!ResourceNames.qualified(group)) {
                out.add(path, group, "must be a qualified name such as example.com");
            }
        }
        for (int i = 0; i < scoringStrategy.resources().size(); i++) {
            ResourceWeight resource = scoringStrategy.resources().get(i);
            if (resource.weight() <= 0 || resource.weight() > 100) {
                out.add(
                        "scoringStrategy.resources[" + i + "].weight",
                        resource.weight(),
                        "resource weight of " + resource.name() + " not in valid range (0, 100]");
            }
        }
        checkShape(out);
    }

    private void checkShape(Problems out) {
        String path = "scoringStrategy.requestedToCapacityRatio";
        var ratio = scoringStrategy.requestedToCapacityRatio();
        if (scoringStrategy.type() != ScoringStrategy.Type.REQUESTED_TO_CAPACITY_RATIO) {
            ratio.ifPresent(given ->
                    out.forbidden(
                            path, given, "must be nil when type is not RequestedToCapacityRatio"));
            return;
        }
        if (ratio.isEmpty()) {
            out.required(path, "must be specified when type is RequestedToCapacityRatio");
            return;
        }
        List<ScoringStrategy.ShapePoint> shape = ratio.get().shape();
        if (shape.isEmpty()) {
            out.required(path + ".shape", "at least one point must be specified");
        }
        for (int i = 1; i < shape.size(); i++) {
            if (shape.get(i).utilization() <= shape.get(i - 1).utilization()) {
                out.add(
                        path + ".shape[" + i + "].utilization",
                        shape.get(i).utilization(),
                        "values must be sorted in increasing order");
            }
        }
        for (int i = 0; i < shape.size(); i++) {
            ScoringStrategy.ShapePoint point = shape.get(i);
            if (point.utilization() < 0 || point.utilization() > 100) {
                out.add(
                        path + ".shape[" + i + "].utilization",
                        point.utilization(),
                        "not in valid range [0, 100]");
            }
            if (point.score() < 0 || point.score() > 10) {
                out.add(
                        path + ".shape[" + i + "].score",
                        point.score(),
                        "not in valid range [0, 10]");
            }
        }
    }
}
