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
            profile.add(only ? PolicyRole.FIT_SCORE : priority.part(), items.weight(priority));
            if (only) {
                profile.argument(
                        PolicyRole.FIT,
                        "scoringStrategy",
                        PolicyArguments.strategy(priority, items));
            }
        }
        PolicyArguments.addShared(items, policy, profile);
        addOwn(items, profile);
        return new PolicyProfile(profile.plugins(), profile.pluginConfig());
    }

    private static void addOwn(PolicyItems items, PlannedProfile profile) {
        if (profile.has(PolicyRole.SPREAD) || profile.has(PolicyRole.SPREAD_SCORE)) {
            // A Policy knows no constraints but those of the pod.
            profile.argument(PolicyRole.SPREAD, "defaultingType", Json.of("List"));
        }
        if (profile.has(PolicyRole.NODE_LABEL) || profile.has(PolicyRole.NODE_LABEL_SCORE)) {
            profile.argument(PolicyRole.NODE_LABEL, "presentLabels", texts(items.presentLabels()));
            profile.argument(PolicyRole.NODE_LABEL, "absentLabels", texts(items.absentLabels()));
            profile.argument(
                    PolicyRole.NODE_LABEL,
                    "presentLabelsPreference",
                    texts(items.presentPreferences()));
            profile.argument(
                    PolicyRole.NODE_LABEL,
                    "absentLabelsPreference",
                    texts(items.absentPreferences()));
        }
        if (profile.has(PolicyRole.SERVICE_AFFINITY)
                || profile.has(PolicyRole.SERVICE_AFFINITY_SCORE)) {
            profile.argument(
                    PolicyRole.SERVICE_AFFINITY, "affinityLabels", texts(items.affinityLabels()));
            profile.argument(
                    PolicyRole.SERVICE_AFFINITY,
                    "antiAffinityLabelsPreference",
                    texts(items.antiAffinityLabels()));
        }
        if (profile.has(PolicyRole.RATIO_SCORE)) {
            profile.argument(PolicyRole.RATIO_SCORE, "shape", PolicyArguments.shape(items.ratio()));
            profile.argument(
                    PolicyRole.RATIO_SCORE,
                    "resources",
                    PolicyArguments.resources(items.ratio().resources()));
        }
    }
}
