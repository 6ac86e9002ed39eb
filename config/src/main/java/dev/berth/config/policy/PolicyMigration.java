package dev.berth.config.policy;

import dev.berth.model.LabelSyntax;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A Policy as a configuration that kube-scheduler 1.36 takes, with the plugins that it has.
public final class PolicyMigration {
    private final PolicyItems items;
    private final PlannedProfile profile = new PlannedProfile();
    private final AddedAffinity affinity = new AddedAffinity();
    private final List<String> notes = new ArrayList<>();
    private final List<Json.Obj> extenderResult = new ArrayList<>();

    private PolicyMigration(PolicyItems items) {
        this.items = items;
    }

    /// What came of it.
    ///
    /// @param configuration a `KubeSchedulerConfiguration`
    /// @param notes what has no equivalent or only a near one, what was done instead, and what
    ///   differs
    /// @param extenderResult plugins that are off, and that what the notes advise needs: entries
    ///   for `plugins.multiPoint.enabled`
    public record Result(
            Json.Obj configuration, List<String> notes, List<Json.Obj> extenderResult) {
        public Result {
            notes = List.copyOf(notes);
            extenderResult = List.copyOf(extenderResult);
        }
    }

    /// @param policy without anything wrong with it
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
                    "alwaysCheckAllPredicates: there is nothing like it; a node is given the"
                            + " reasons of the first plugin that refuses it");
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
                "left out, since there is nothing like it; give the pods of a service podAffinity"
                        + " to each other with the topologyKey "
                        + listed(items.affinityLabels())
                        + (on ? "" : ", and enable InterPodAffinity under multiPoint for it"));
    }

    private void diskLimits(List<String> names) {
        profile.add(PolicyRole.VOLUME_LIMITS);
        note(
                "predicate",
                names,
                "NodeVolumeLimits instead, which counts what the CSI driver of such disks attaches,"
                        + " up to the limit in the CSINode of the node");
    }

    private void labels(List<String> names) {
        if (items.presentLabels().isEmpty() && items.absentLabels().isEmpty()) {
            note("predicate", names, "left out, since it names no labels and checks nothing");
            return;
        }
        boolean asked =
                items.predicates().containsKey(KnownPredicate.GENERAL_PREDICATES)
                        || items.predicates().containsKey(KnownPredicate.MATCH_NODE_SELECTOR);
        profile.add(PolicyRole.NODE_AFFINITY);
        affinity.require(
                possible(items.presentLabels(), "predicate", names),
                possible(items.absentLabels(), "predicate", names));
        note(
                "predicate",
                names,
                "addedAffinity of NodeAffinity instead; a node it refuses is given the reason"
                        + " \"node(s) didn't match scheduler-enforced node affinity\""
                        + (asked
                                ? ""
                                : ", and node selectors of pods count too, which the Policy did not"
                                        + " ask for"));
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
                                    "NodeResourcesBalancedAllocation instead, which compares the"
                                            + " shares in use by another formula: scores differ");
                        }
                        case NODE_PREFER_AVOID_PODS -> avoided(names, weight);
                        case RESOURCE_LIMITS ->
                                note("priority", names, "left out, since there is nothing like it");
                        case NODE_LABEL -> preferences(names, weight);
                        // Constraints that spread pods are one list, see below.
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
                "left out: nobody reads the annotation preferAvoidPods any more; taint such nodes"
                        + " with PreferNoSchedule, "
                        + (on
                                ? "which TaintToleration scores with the weight it has here"
                                : "and enable TaintToleration under multiPoint for it, which here"
                                        + " filters but does not score"));
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
                        "scoringStrategy RequestedToCapacityRatio of NodeResourcesFit instead,"
                                + " which rounds utilization down and passes over resources that"
                                + " the pod does not ask for or the node lacks: scores differ"
                                + " a little");
            }
        } else {
            note(
                    "priority",
                    names,
                    "left out, since NodeResourcesFit has one scoringStrategy, and that is "
                            + strategy.orElseThrow().label()
                            + ", which weighs as much or more");
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
                "addedAffinity of NodeAffinity instead; the best node has 100 whatever it lacks"
                        + (both
                                ? ", and preferences of pods are added up with it under one weight"
                                : ", and preferences of pods count too, which the Policy did not"
                                        + " ask for"));
    }

    /// The constraints by which pods are spread that have none themselves.
    private void spread() {
        List<String> selector = names(KnownPriority.SELECTOR_SPREAD);
        List<String> service = names(KnownPriority.SERVICE_AFFINITY);
        List<String> over = possible(items.antiAffinityLabels(), "priority", service);
        boolean own = items.priorities().containsKey(KnownPriority.EVEN_PODS_SPREAD);
        String weighed =
                own || !selector.isEmpty() && !service.isEmpty()
                        ? "; all that spreads pods has the greatest of their weights"
                        : "";
        if (!selector.isEmpty()) {
            note(
                    "priority",
                    selector,
                    "default constraints of PodTopologySpread instead, over nodes and zones: scores"
                            + " differ"
                            + weighed);
        }
        if (!service.isEmpty()) {
            note(
                    "priority",
                    service,
                    "a default constraint of PodTopologySpread over "
                            + listed(over)
                            + " instead: scores differ, and pods of controllers are spread as those"
                            + " of services are"
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

    /// Those of the labels that nodes can have; a configuration of today may name no others.
    private List<String> possible(List<String> labels, String kind, List<String> names) {
        for (String label : labels) {
            if (!isLabel(label)) {
                note(
                        kind,
                        names,
                        "\"%s\" is left out, since no node can have such a label".formatted(label));
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
