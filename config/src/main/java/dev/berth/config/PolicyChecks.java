package dev.berth.config;

import dev.berth.config.policy.KnownPredicate;
import dev.berth.config.policy.KnownPriority;
import dev.berth.config.policy.Policy;
import dev.berth.model.SpellingSuggestion;
import dev.berth.model.json.JsonPath;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Validates a Policy after decoding, with the messages of kube-scheduler 1.18.
final class PolicyChecks {
    private static final String BY_TAINTS =
            "; taints replace it, and the mandatory predicate PodToleratesNodeTaints checks them:"
                    + " remove it";

    /// The replacements of predicates that were removed before 1.18.
    private static final Map<String, String> SUCCESSORS =
            Map.of(
                    "CheckNodeCondition", BY_TAINTS,
                    "CheckNodeMemoryPressure", BY_TAINTS,
                    "CheckNodeDiskPressure", BY_TAINTS,
                    "CheckNodePIDPressure", BY_TAINTS,
                    "NoVolumeNodeConflict", "; use CheckVolumeBinding instead");

    private final ConfigurationProblems findings;

    /// The first priority of each kind that has an argument.
    private final Map<String, Policy.Priority> declared = new HashMap<>();

    private PolicyChecks(ConfigurationProblems findings) {
        this.findings = findings;
    }

    static void check(Policy policy, ConfigurationProblems findings) {
        var checks = new PolicyChecks(findings);
        List<Policy.Predicate> predicates = policy.predicates().orElse(List.of());
        for (int i = 0; i < predicates.size(); i++) {
            checks.predicate(predicates.get(i), JsonPath.ROOT.field("predicates").element(i));
        }
        List<Policy.Priority> priorities = policy.priorities().orElse(List.of());
        for (int i = 0; i < priorities.size(); i++) {
            checks.priority(
                    priorities.get(i),
                    priorities.size(),
                    JsonPath.ROOT.field("priorities").element(i));
        }
        checks.contradictions(predicates, priorities);
        int hard = policy.hardPodAffinitySymmetricWeight();
        if (hard < 0 || hard > 100) {
            findings.invalid(
                    JsonPath.ROOT.field("hardPodAffinitySymmetricWeight"),
                    hard,
                    "not in valid range [0-100]");
        }
    }

    private void predicate(Policy.Predicate predicate, JsonPath at) {
        int members = predicate.argument().map(Policy.PredicateArgument::members).orElse(1);
        if (members != 1) {
            findings.invalid(
                    at.field("argument"),
                    members,
                    "Exactly 1 predicate argument is required, numArgs: %d, Predicate: %s"
                            .formatted(members, predicate.name()));
        } else if (predicate.kind().isEmpty()) {
            findings.invalid(
                    at.field("name"),
                    predicate.name(),
                    "Invalid configuration: Predicate type not found for \"%s\"%s"
                            .formatted(predicate.name(), wayOut(predicate.name())));
        }
    }

    private void priority(Policy.Priority priority, int max, JsonPath at) {
        // Older releases silently truncated weights to 32 bits. The weights of priorities with
        // arguments are added.
        int limit = Integer.MAX_VALUE / (priority.argument().isPresent() ? max : 1);
        if (priority.weight() <= 0 || priority.weight() > limit) {
            findings.invalid(
                    at.field("weight"),
                    priority.weight(),
                    "Priority %s should have a positive weight applied to it or it has overflown"
                            .formatted(priority.name()));
        }
        int members = priority.argument().map(Policy.PriorityArgument::members).orElse(1);
        if (members != 1) {
            findings.invalid(
                    at.field("argument"),
                    members,
                    "Exactly 1 priority argument is required, numArgs: %d, Priority: %s"
                            .formatted(members, priority.name()));
            return;
        }
        priority.argument().ifPresent(argument -> declare(priority, argument, at));
        if (priority.kind().isEmpty() && !priority.name().equals(KnownPriority.EQUAL)) {
            findings.invalid(
                    at.field("name"),
                    priority.name(),
                    "Invalid configuration: Priority type not found for \"%s\"; %s"
                            .formatted(
                                    priority.name(),
                                    KnownPredicate.named(priority.name()).isPresent()
                                            ? "it is a predicate: move it to predicates"
                                            : meant(
                                                    priority.name(),
                                                    Stream.of(KnownPriority.values())
                                                            .filter(known -> !known.needsArgument())
                                                            .map(KnownPriority::label))));
        }
    }

    /// What to write instead of an unknown predicate.
    private static String wayOut(String name) {
        String successor = SUCCESSORS.get(name);
        if (successor != null) {
            return successor;
        }
        return KnownPriority.named(name).isPresent()
                ? "; it is a priority: move it to priorities"
                : "; " + meant(name, Stream.of(KnownPredicate.values()).map(KnownPredicate::label));
    }

    private static String meant(String name, Stream<String> known) {
        return SpellingSuggestion.of(name, known)
                        .map(each -> "did you mean " + each + "? ")
                        .orElse("")
                + "docs/operate/policy.md#names lists the supported names";
    }

    private void declare(Policy.Priority priority, Policy.PriorityArgument argument, JsonPath at) {
        if (argument.labelPreference().isPresent()) {
            sameWeight("LabelPreference", priority, at);
        } else if (argument.serviceAntiAffinity().isPresent()) {
            sameWeight("ServiceAntiAffinity", priority, at);
        } else {
            Policy.Priority other = declared.putIfAbsent("RequestedToCapacityRatio", priority);
            if (other != null) {
                findings.invalid(
                        at.field("name"),
                        priority.name(),
                        "Priority \"%s\" redeclares custom priority \"RequestedToCapacityRatio\", from:\"%s\""
                                .formatted(priority.name(), other.name()));
            }
            argument.requestedToCapacityRatioArguments()
                    .ifPresent(ratio ->
                            ratio(
                                    ratio,
                                    at.field("argument")
                                            .field("requestedToCapacityRatioArguments")));
        }
    }

    private void sameWeight(String kind, Policy.Priority priority, JsonPath at) {
        Policy.Priority other = declared.put(kind, priority);
        if (other != null && other.weight() != priority.weight()) {
            findings.invalid(
                    at.field("weight"),
                    priority.weight(),
                    "%s priority \"%s\" has a different weight with \"%s\""
                            .formatted(kind, priority.name(), other.name()));
        }
    }

    private void contradictions(
            List<Policy.Predicate> predicates, List<Policy.Priority> priorities) {
        var wanted = new HashMap<String, Boolean>();
        for (int i = 0; i < predicates.size(); i++) {
            JsonPath at = JsonPath.ROOT.field("predicates").element(i).field("argument");
            predicates
                    .get(i)
                    .argument()
                    .flatMap(Policy.PredicateArgument::labelsPresence)
                    .ifPresent(given ->
                            given.labels()
                                    .forEach(label ->
                                            contradiction(
                                                    label,
                                                    given.presence(),
                                                    wanted,
                                                    at.field("labelsPresence").field("labels"))));
        }
        var preferred = new HashMap<String, Boolean>();
        for (int i = 0; i < priorities.size(); i++) {
            JsonPath at = JsonPath.ROOT.field("priorities").element(i).field("argument");
            priorities
                    .get(i)
                    .argument()
                    .flatMap(Policy.PriorityArgument::labelPreference)
                    .ifPresent(given ->
                            contradiction(
                                    given.label(),
                                    given.presence(),
                                    preferred,
                                    at.field("labelPreference").field("label")));
        }
    }

    private void contradiction(
            String label, boolean presence, Map<String, Boolean> known, JsonPath at) {
        Boolean other = known.putIfAbsent(label, presence);
        if (other != null && other != presence) {
            findings.invalid(
                    at,
                    label,
                    "detecting at least one label (e.g., \"%s\") that exist in both the present and absent label list"
                            .formatted(label));
        }
    }

    private void ratio(Policy.CapacityRatio ratio, JsonPath at) {
        ShapePoint.check(
                "shape",
                ratio.shape().stream()
                        .map(point -> new ShapePoint(point.utilization(), point.score()))
                        .toList(),
                findings.at(at));
        for (int i = 0; i < ratio.resources().size(); i++) {
            Policy.Resource resource = ratio.resources().get(i);
            if (resource.weight() < 0 || resource.weight() > 100) {
                findings.invalid(
                        at.field("resources").element(i).field("weight"),
                        resource.weight(),
                        "resource weight of %s not in valid range [0, 100]"
                                .formatted(resource.name()));
            }
        }
    }
}
