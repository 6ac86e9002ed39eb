package dev.berth.config.policy;

import static dev.berth.config.policy.PolicyArguments.texts;

import dev.berth.model.json.Json;

import java.util.List;

/// The profile that executes a Policy: with current plugins where they behave in the same way, and
/// with legacy plugins where they do not.
///
/// @param plugins the field `plugins` of a `KubeSchedulerConfiguration`
/// @param pluginConfig the field `pluginConfig` of it
public record PolicyProfile(Json.Obj plugins, Json.Arr pluginConfig) {
    /// @param policy a valid Policy
    public static PolicyProfile of(Policy policy) {
        var items = new PolicyItems(policy);
        var profile = new PlannedProfile();
        items.predicates().keySet().forEach(each -> each.parts().forEach(profile::add));
        List<KnownPriority> requestScores = items.requestScores();
        for (KnownPriority priority : items.priorities().keySet()) {
            // NodeResourcesFit replaces a single such priority, as in the migration. Ratios are
            // rounded differently now.
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
            // A Policy has no constraints except those of the pods.
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
