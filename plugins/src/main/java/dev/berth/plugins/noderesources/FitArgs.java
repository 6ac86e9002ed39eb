package dev.berth.plugins.noderesources;

import dev.berth.model.LabelSyntax;
import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of [NodeResourcesFit].
///
/// @param ignoredResources the extended resources that the filter ignores
/// @param ignoredResourceGroups the prefixes of such resources, up to the slash
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
            checkName("ignoredResources[" + i + "]", ignoredResources.get(i), out);
        }
        for (int i = 0; i < ignoredResourceGroups.size(); i++) {
            String group = ignoredResourceGroups.get(i);
            String path = "ignoredResourceGroups[" + i + "]";
            if (group.contains("/")) {
                out.add(path, group, "resource group name can't contain '/'");
            }
            checkName(path, group, out);
        }
        ResourceWeight.check("scoringStrategy.resources", scoringStrategy.resources(), 100, out);
        checkShape(out);
    }

    private static void checkName(String path, String name, Problems out) {
        for (String problem : LabelSyntax.ofKey(name)) {
            out.add(path, name, problem);
        }
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
        ScoringStrategy.ShapePoint.check(path + ".shape", ratio.get().shape(), out);
    }
}
