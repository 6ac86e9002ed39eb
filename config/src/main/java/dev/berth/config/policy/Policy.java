package dev.berth.config.policy;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A Policy: which predicates and priorities a scheduler is to have.
///
/// @param predicates absent for the usual ones; the mandatory ones are there in any case
/// @param priorities absent for the usual ones
/// @param extenders as a `KubeSchedulerConfiguration` has them
/// @param hardPodAffinitySymmetricWeight 0 for the usual one
/// @param alwaysCheckAllPredicates whether a node that one predicate refuses is shown to the others
///   too
public record Policy(
        Optional<List<Predicate>> predicates,
        Optional<List<Priority>> priorities,
        List<Json.Obj> extenders,
        int hardPodAffinitySymmetricWeight,
        boolean alwaysCheckAllPredicates) {
    /// All as usual.
    public static final Policy USUAL =
            new Policy(Optional.empty(), Optional.empty(), List.of(), 0, false);

    public Policy {
        predicates = predicates.map(List::copyOf);
        priorities = priorities.map(List::copyOf);
        extenders = List.copyOf(extenders);
    }

    /// Priorities that are there more than once, where the last weight counts, as it always has.
    public List<String> repeated() {
        List<String> names =
                priorities.orElse(List.of()).stream()
                        .filter(each -> each.kind().filter(it -> !it.needsArgument()).isPresent())
                        .map(Priority::name)
                        .toList();
        return names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .distinct()
                .toList();
    }

    public Policy withHardAffinity(int weight) {
        return new Policy(predicates, priorities, extenders, weight, alwaysCheckAllPredicates);
    }

    /// @param name one that is known, or any if there is an argument
    public record Predicate(String name, Optional<PredicateArgument> argument) {
        /// What it stands for. A known name passes over its argument, except that of one which is
        /// nothing without; by any other name the argument alone says what it is.
        public Optional<KnownPredicate> kind() {
            return KnownPredicate.named(name)
                    .filter(known -> !known.hasArgument() || argument.isEmpty())
                    .or(() -> argument.map(KnownPredicate::taking));
        }
    }

    /// Exactly one of them.
    public record PredicateArgument(
            Optional<ServiceAffinity> serviceAffinity, Optional<LabelsPresence> labelsPresence) {
        public int members() {
            return count(serviceAffinity, labelsPresence);
        }
    }

    /// Pods of a service belong on nodes with the same values of these labels.
    public record ServiceAffinity(List<String> labels) {}

    /// Nodes must have all of these labels, or none.
    public record LabelsPresence(List<String> labels, boolean presence) {}

    /// @param name one that is known, or any if there is an argument
    public record Priority(String name, long weight, Optional<PriorityArgument> argument) {
        /// What it stands for, as with predicates.
        public Optional<KnownPriority> kind() {
            return KnownPriority.named(name)
                    .filter(known -> !known.needsArgument())
                    .or(() -> argument.map(KnownPriority::taking));
        }
    }

    /// Exactly one of them.
    public record PriorityArgument(
            Optional<ServiceAntiAffinity> serviceAntiAffinity,
            Optional<LabelPreference> labelPreference,
            Optional<CapacityRatio> requestedToCapacityRatioArguments) {
        public int members() {
            return count(serviceAntiAffinity, labelPreference, requestedToCapacityRatioArguments);
        }
    }

    /// Pods of a service are spread over the values of this label.
    public record ServiceAntiAffinity(String label) {}

    /// Nodes with this label are better, or those without.
    public record LabelPreference(String label, boolean presence) {}

    /// A line from utilization to score.
    ///
    /// @param resources cpu and memory if there are none
    public record CapacityRatio(List<ShapePoint> shape, List<Resource> resources) {}

    /// A point of the line from utilization (0 to 100) to score (0 to 10).
    public record ShapePoint(int utilization, int score) {}

    /// @param weight 0 counts as 1
    public record Resource(String name, long weight) {}

    private static int count(Optional<?>... members) {
        int count = 0;
        for (Optional<?> member : members) {
            count += member.isPresent() ? 1 : 0;
        }
        return count;
    }
}
