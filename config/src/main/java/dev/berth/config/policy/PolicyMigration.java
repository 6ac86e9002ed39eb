package dev.berth.config.policy;

import dev.berth.model.LabelSyntax;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Converts a Policy to a configuration for kube-scheduler 1.37 with its plugins.
public final class PolicyMigration {
    private final PolicyItems items;
    private final PlannedProfile profile = new PlannedProfile();
    private final AddedAffinity affinity = new AddedAffinity();
    private final List<String> notes = new ArrayList<>();
    private final List<Json.Obj> extenderResult = new ArrayList<>();

    private PolicyMigration(PolicyItems items) {
        this.items = items;
    }

    /// The result of a migration.
    ///
    /// @param configuration a `KubeSchedulerConfiguration`
    /// @param notes the items without an exact equivalent, their replacements and the differences
    /// @param extenderResult the disabled plugins that the advice in the notes requires: entries
    ///   for `plugins.multiPoint.enabled`
    public record Result(
            Json.Obj configuration, List<String> notes, List<Json.Obj> extenderResult) {
        public Result {
            notes = List.copyOf(notes);
            extenderResult = List.copyOf(extenderResult);
        }
    }

    /// @param policy a valid Policy
    public static Result of(Policy policy) {
        var migration = new PolicyMigration(new PolicyItems(policy));
        migration.filters();
        migration.scores();
        migration.spread();
        PolicyArguments.addShared(migration.items, policy, migration.profile);
        migration
                .affinity
                .json()
                .ifPresent(added ->
                        migration.profile.argument(
                                PolicyRole.NODE_AFFINITY, "addedAffinity", added));
        if (policy.alwaysCheckAllPredicates()) {
            migration.notes.add(
                    "alwaysCheckAllPredicates: there is no equivalent; a node has the"
                            + " reasons of the first plugin that rejects it");
        }
        return new Result(
                migration.configuration(policy), migration.notes, migration.extenderResult);
    }

    private Json.Obj configuration(Policy policy) {
        return Json.Obj.builder()
                .put("apiVersion", "kubescheduler.config.k8s.io/v1")
                .put("kind", "KubeSchedulerConfiguration")
                .put(
                        "profiles",
                        Json.arr(
                                Json.Obj.builder()
                                        .put("schedulerName", "default-scheduler")
                                        .put("plugins", profile.plugins())
                                        .putUnlessEmpty("pluginConfig", profile.pluginConfig())
                                        .build()))
                .putUnlessEmpty("extenders", new Json.Arr(List.copyOf(policy.extenders())))
                .build();
    }

    private void note(String kind, List<String> names, String text) {
        notes.add(kind + " " + String.join(", ", names) + ": " + text);
    }

    private void filters() {
        items.predicates()
                .forEach((predicate, names) -> {
                    switch (predicate) {
                        case MAX_EBS_VOLUME_COUNT,
                                MAX_GCE_PD_VOLUME_COUNT,
                                MAX_AZURE_DISK_VOLUME_COUNT,
                                MAX_CINDER_VOLUME_COUNT ->
                                diskLimits(names);
                        case CHECK_NODE_LABEL_PRESENCE -> labels(names);
                        case CHECK_SERVICE_AFFINITY -> serviceAffinity(names);
                        default -> predicate.parts().forEach(profile::add);
                    }
                });
    }

    private void serviceAffinity(List<String> names) {
        boolean on = items.predicates().containsKey(KnownPredicate.MATCH_INTER_POD_AFFINITY);
        if (!on) {
            extenderResult.add(Json.Obj.of("name", Json.of(PolicyRole.POD_AFFINITY.plugin())));
        }
        note(
                "predicate",
                names,
                "removed, because there is no equivalent; give the pods of a service podAffinity"
                        + " to each other with the topologyKey "
                        + listed(items.affinityLabels())
                        + (on ? "" : ", and enable InterPodAffinity under multiPoint"));
    }

    private void diskLimits(List<String> names) {
        profile.add(PolicyRole.VOLUME_LIMITS);
        note(
                "predicate",
                names,
                "replaced by NodeVolumeLimits, which counts the volumes of the CSI driver"
                        + " up to the limit in the CSINode of the node");
    }

    private void labels(List<String> names) {
        if (items.presentLabels().isEmpty() && items.absentLabels().isEmpty()) {
            note("predicate", names, "removed, because it lists no labels and has no effect");
            return;
        }
        boolean listed =
                items.predicates().containsKey(KnownPredicate.GENERAL_PREDICATES)
                        || items.predicates().containsKey(KnownPredicate.MATCH_NODE_SELECTOR);
        profile.add(PolicyRole.NODE_AFFINITY);
        affinity.require(
                possible(items.presentLabels(), "predicate", names),
                possible(items.absentLabels(), "predicate", names));
        note(
                "predicate",
                names,
                "replaced by addedAffinity of NodeAffinity; a rejected node has the reason"
                        + " \"node(s) didn't match scheduler-enforced node affinity\""
                        + (listed
                                ? ""
                                : ", and node selectors of pods apply, which the Policy did not"
                                        + " enable"));
    }

    private void scores() {
        Optional<KnownPriority> strategy =
                items.requestScores().stream().max(Comparator.comparingLong(items::weight));
        items.priorities()
                .forEach((priority, names) -> {
                    long weight = items.weight(priority);
                    switch (priority) {
                        case LEAST_REQUESTED, MOST_REQUESTED, REQUESTED_TO_CAPACITY_RATIO ->
                                requests(priority, names, strategy);
                        case BALANCED_RESOURCE_ALLOCATION -> {
                            profile.add(PolicyRole.BALANCE_SCORE, weight);
                            note(
                                    "priority",
                                    names,
                                    "replaced by NodeResourcesBalancedAllocation, which compares"
                                        + " the utilization with another formula: scores differ");
                        }
                        case NODE_PREFER_AVOID_PODS -> avoided(names, weight);
                        case RESOURCE_LIMITS ->
                                note("priority", names, "removed, because there is no equivalent");
                        case NODE_LABEL -> preferences(names, weight);
                        // All spread constraints are in one list, see below.
                        case SELECTOR_SPREAD, SERVICE_AFFINITY ->
                                profile.add(PolicyRole.SPREAD_SCORE, weight);
                        default -> profile.add(priority.part(), weight);
                    }
                });
    }

    private void avoided(List<String> names, long weight) {
        boolean on = items.priorities().containsKey(KnownPriority.TAINT_TOLERATION);
        if (!on) {
            extenderResult.add(
                    Json.Obj.of("name", Json.of(PolicyRole.TAINTS_SCORE.plugin()))
                            .with("weight", weight));
        }
        note(
                "priority",
                names,
                "removed, because kube-scheduler no longer reads the annotation preferAvoidPods;"
                        + " taint such nodes with PreferNoSchedule, "
                        + (on
                                ? "which TaintToleration scores with its weight in this profile"
                                : "and enable TaintToleration under multiPoint, which in this"
                                        + " profile filters but does not score"));
    }

    private void requests(
            KnownPriority priority, List<String> names, Optional<KnownPriority> strategy) {
        if (strategy.equals(Optional.of(priority))) {
            profile.add(PolicyRole.FIT_SCORE, items.weight(priority));
            profile.argument(
                    PolicyRole.FIT, "scoringStrategy", PolicyArguments.strategy(priority, items));
            if (priority == KnownPriority.REQUESTED_TO_CAPACITY_RATIO) {
                note(
                        "priority",
                        names,
                        "replaced by scoringStrategy RequestedToCapacityRatio of NodeResourcesFit,"
                                + " which rounds utilization down and ignores resources that"
                                + " the pod does not request or the node lacks: scores differ"
                                + " slightly");
            }
        } else {
            note(
                    "priority",
                    names,
                    "removed, because NodeResourcesFit has only one scoringStrategy, which is "
                            + strategy.orElseThrow().label()
                            + ", which has an equal or larger weight");
        }
    }

    private void preferences(List<String> names, long weight) {
        profile.add(PolicyRole.NODE_AFFINITY_SCORE, weight);
        affinity.prefer(
                possible(items.presentPreferences(), "priority", names),
                possible(items.absentPreferences(), "priority", names));
        boolean both = items.priorities().containsKey(KnownPriority.NODE_AFFINITY);
        note(
                "priority",
                names,
                "replaced by addedAffinity of NodeAffinity; the best node always scores 100"
                        + (both
                                ? ", and preferences of pods are added to it with one weight"
                                : ", and preferences of pods apply, which the Policy did not"
                                        + " enable"));
    }

    /// The constraints for pods without constraints of their own.
    private void spread() {
        List<String> selector = names(KnownPriority.SELECTOR_SPREAD);
        List<String> service = names(KnownPriority.SERVICE_AFFINITY);
        List<String> over = possible(items.antiAffinityLabels(), "priority", service);
        boolean own = items.priorities().containsKey(KnownPriority.EVEN_PODS_SPREAD);
        String weighed =
                own || !selector.isEmpty() && !service.isEmpty()
                        ? "; all of them use the largest of their weights"
                        : "";
        if (!selector.isEmpty()) {
            note(
                    "priority",
                    selector,
                    "replaced by the default constraints of PodTopologySpread over nodes and zones:"
                            + " scores differ"
                            + weighed);
        }
        if (!service.isEmpty()) {
            note(
                    "priority",
                    service,
                    "replaced by a default constraint of PodTopologySpread over "
                            + listed(over)
                            + ": scores differ, and pods of controllers are spread like those"
                            + " of services"
                            + weighed);
        }
        if (profile.has(PolicyRole.SPREAD) || profile.has(PolicyRole.SPREAD_SCORE)) {
            boolean defaultValue = !selector.isEmpty() && service.isEmpty();
            profile.argument(
                    PolicyRole.SPREAD, "defaultingType", Json.of(defaultValue ? "System" : "List"));
        }
        if (!service.isEmpty()) {
            profile.argument(
                    PolicyRole.SPREAD,
                    "defaultConstraints",
                    SpreadConstraints.of(over, !selector.isEmpty()));
        }
    }

    private List<String> names(KnownPriority priority) {
        return items.priorities().getOrDefault(priority, List.of());
    }

    /// The labels with valid syntax; current configurations reject others.
    private List<String> possible(List<String> labels, String kind, List<String> names) {
        for (String label : labels) {
            if (!isLabel(label)) {
                note(
                        kind,
                        names,
                        "\"%s\" is removed, because it is not a valid label".formatted(label));
            }
        }
        return labels.stream().filter(PolicyMigration::isLabel).toList();
    }

    private static boolean isLabel(String text) {
        return LabelSyntax.ofKey(text).isEmpty();
    }

    private static String listed(List<String> labels) {
        return labels.isEmpty() ? "of your choice" : String.join(", ", labels);
    }
}
