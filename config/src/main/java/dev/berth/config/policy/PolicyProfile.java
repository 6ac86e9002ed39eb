package dev.berth.config.policy;

import static dev.berth.config.policy.PolicyArguments.texts;

import dev.berth.model.json.Json;

import java.util.List;

/// The profile that runs a Policy here: with the plugins of today where they do the same, and with
/// those of old where they do not.
///
/// @param plugins the field of that name in a `KubeSchedulerConfiguration`
/// @param pluginConfig the field of that name there
public record PolicyProfile(Json.Obj plugins, Json.Arr pluginConfig) {
    /// @param policy without anything wrong with it
    public static PolicyProfile of(Policy policy) {
        var items = new PolicyItems(policy);
        var profile = new PlannedProfile();
        items.predicates().keySet().forEach(each -> each.parts().forEach(profile::add));
        List<KnownPriority> requestScores = items.requestScores();
        for (KnownPriority priority : items.priorities().keySet()) {
            // The only one is what NodeResourcesFit does today, as its migration does. Ratios are
            // rounded another way now.
            boolean only =
                    priority != KnownPriority.REQUESTED_TO_CAPACITY_RATIO
                            && requestScores.equals(List.of(priority));
            profile.add(only ? Part.FIT_SCORE : priority.part(), items.weight(priority));
            if (only) {
                profile.argument(
                        Part.FIT, "scoringStrategy", PolicyArguments.strategy(priority, items));
            }
        }
        PolicyArguments.addShared(items, policy, profile);
        addOwn(items, profile);
        return new PolicyProfile(profile.plugins(), profile.pluginConfig());
    }

    private static void addOwn(PolicyItems items, PlannedProfile profile) {
        if (profile.has(Part.SPREAD) || profile.has(Part.SPREAD_SCORE)) {
            // A Policy knows no constraints but those of the pod.
            profile.argument(Part.SPREAD, "defaultingType", Json.of("List"));
        }
        if (profile.has(Part.NODE_LABEL) || profile.has(Part.NODE_LABEL_SCORE)) {
            profile.argument(Part.NODE_LABEL, "presentLabels", texts(items.presentLabels()));
            profile.argument(Part.NODE_LABEL, "absentLabels", texts(items.absentLabels()));
            profile.argument(
                    Part.NODE_LABEL, "presentLabelsPreference", texts(items.presentPreferences()));
            profile.argument(
                    Part.NODE_LABEL, "absentLabelsPreference", texts(items.absentPreferences()));
        }
        if (profile.has(Part.SERVICE_AFFINITY) || profile.has(Part.SERVICE_AFFINITY_SCORE)) {
            profile.argument(
                    Part.SERVICE_AFFINITY, "affinityLabels", texts(items.affinityLabels()));
            profile.argument(
                    Part.SERVICE_AFFINITY,
                    "antiAffinityLabelsPreference",
                    texts(items.antiAffinityLabels()));
        }
        if (profile.has(Part.RATIO_SCORE)) {
            profile.argument(Part.RATIO_SCORE, "shape", PolicyArguments.shape(items.ratio()));
            profile.argument(
                    Part.RATIO_SCORE,
                    "resources",
                    PolicyArguments.resources(items.ratio().resources()));
        }
    }
}
