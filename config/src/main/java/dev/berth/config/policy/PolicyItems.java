package dev.berth.config.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The effective content of a Policy: each predicate and priority once, in order, with all
/// arguments.
final class PolicyItems {
    private final Map<KnownPredicate, List<String>> predicates =
            new EnumMap<>(KnownPredicate.class);
    private final Map<KnownPriority, List<String>> priorities = new EnumMap<>(KnownPriority.class);
    private final Map<KnownPriority, Long> weights = new EnumMap<>(KnownPriority.class);
    private final List<String> affinityLabels = new ArrayList<>();
    private final List<String> presentLabels = new ArrayList<>();
    private final List<String> absentLabels = new ArrayList<>();
    private final List<String> antiAffinityLabels = new ArrayList<>();
    private final List<String> presentPreferences = new ArrayList<>();
    private final List<String> absentPreferences = new ArrayList<>();
    private Optional<Policy.CapacityRatio> ratio = Optional.empty();

    /// @param policy a valid Policy
    PolicyItems(Policy policy) {
        Stream.of(KnownPredicate.values())
                .filter(each ->
                        each.isMandatory() || policy.predicates().isEmpty() && each.isDefault())
                .forEach(each -> note(predicates, each, each.label()));
        policy.predicates().orElse(List.of()).forEach(this::take);
        if (policy.priorities().isEmpty()) {
            Stream.of(KnownPriority.values())
                    .filter(each -> each.defaultWeight() > 0)
                    .forEach(each -> {
                        note(priorities, each, each.label());
                        weights.put(each, (long) each.defaultWeight());
                    });
        }
        policy.priorities().orElse(List.of()).stream()
                .filter(each -> !each.name().equals(KnownPriority.EQUAL))
                .forEach(this::take);
    }

    private static <K> void note(Map<K, List<String>> names, K item, String name) {
        List<String> known = names.computeIfAbsent(item, _ -> new ArrayList<>());
        if (!known.contains(name)) {
            known.add(name);
        }
    }

    private void take(Policy.Predicate entry) {
        KnownPredicate kind = entry.kind().orElseThrow();
        note(predicates, kind, entry.name());
        if (kind == KnownPredicate.CHECK_SERVICE_AFFINITY) {
            entry.argument()
                    .flatMap(Policy.PredicateArgument::serviceAffinity)
                    .ifPresent(given -> affinityLabels.addAll(given.labels()));
        } else if (kind == KnownPredicate.CHECK_NODE_LABEL_PRESENCE) {
            entry.argument()
                    .flatMap(Policy.PredicateArgument::labelsPresence)
                    .ifPresent(given ->
                            (given.presence() ? presentLabels : absentLabels)
                                    .addAll(given.labels()));
        }
    }

    private void take(Policy.Priority entry) {
        KnownPriority kind = entry.kind().orElseThrow();
        note(priorities, kind, entry.name());
        weights.put(kind, entry.weight());
        if (!kind.needsArgument()) {
            return;
        }
        Policy.PriorityArgument argument = entry.argument().orElseThrow();
        argument.serviceAntiAffinity().ifPresent(given -> antiAffinityLabels.add(given.label()));
        argument.labelPreference()
                .ifPresent(given ->
                        (given.presence() ? presentPreferences : absentPreferences)
                                .add(given.label()));
        ratio = argument.requestedToCapacityRatioArguments().or(() -> ratio);
    }

    /// The predicates in order, with their names in the Policy.
    Map<KnownPredicate, List<String>> predicates() {
        return Collections.unmodifiableMap(predicates);
    }

    /// The priorities in order, with their names in the Policy.
    Map<KnownPriority, List<String>> priorities() {
        return Collections.unmodifiableMap(priorities);
    }

    /// The weight of a priority. For several label preferences or service spreads, which have equal
    /// weights, the sum.
    long weight(KnownPriority priority) {
        long weight = weights.getOrDefault(priority, 0L);
        return switch (priority) {
            case NODE_LABEL -> weight * (presentPreferences.size() + absentPreferences.size());
            case SERVICE_AFFINITY -> weight * antiAffinityLabels.size();
            default -> weight;
        };
    }

    /// The priorities that score requests.
    List<KnownPriority> requestScores() {
        return priorities.keySet().stream().filter(KnownPriority::scoresRequests).toList();
    }

    List<String> affinityLabels() {
        return affinityLabels;
    }

    List<String> presentLabels() {
        return presentLabels;
    }

    List<String> absentLabels() {
        return absentLabels;
    }

    List<String> antiAffinityLabels() {
        return antiAffinityLabels;
    }

    List<String> presentPreferences() {
        return presentPreferences;
    }

    List<String> absentPreferences() {
        return absentPreferences;
    }

    Policy.CapacityRatio ratio() {
        return ratio.orElseThrow();
    }
}
