package dev.berth.config.policy;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A Policy: the predicates and priorities of a scheduler.
///
/// @param predicates the predicates, absent for the defaults; mandatory predicates always apply
/// @param priorities the priorities, absent for the defaults
/// @param extenders the extenders in the format of a `KubeSchedulerConfiguration`
/// @param hardPodAffinitySymmetricWeight the weight, or 0 for the default
/// @param alwaysCheckAllPredicates whether all predicates evaluate a node, even after one has
///   rejected it
public record Policy(
        Optional<List<Predicate>> predicates,
        Optional<List<Priority>> priorities,
        List<Json.Obj> extenders,
        int hardPodAffinitySymmetricWeight,
        boolean alwaysCheckAllPredicates) {
    /// The defaults.
    public static final Policy USUAL =
            new Policy(Optional.empty(), Optional.empty(), List.of(), 0, false);

    public Policy {
        predicates = predicates.map(List::copyOf);
        priorities = priorities.map(List::copyOf);
        extenders = List.copyOf(extenders);
    }

    /// The priorities that occur more than once. The last weight applies, as in kube-scheduler.
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

    /// @param name a known name, or any name if there is an argument
    public record Predicate(String name, Optional<PredicateArgument> argument) {
        /// The kind of the predicate. A known name ignores its argument, unless the predicate needs
        /// one. With any other name, the argument determines the kind.
        public Optional<KnownPredicate> kind() {
            return KnownPredicate.named(name)
                    .filter(known -> !known.hasArgument() || argument.isEmpty())
                    .or(() -> argument.map(KnownPredicate::taking));
        }
    }

    /// Exactly one of the fields is set.
    public record PredicateArgument(
            Optional<ServiceAffinity> serviceAffinity, Optional<LabelsPresence> labelsPresence) {
        public int members() {
            return count(serviceAffinity, labelsPresence);
        }
    }

    /// Pods of a service run on nodes with equal values of these labels.
    public record ServiceAffinity(List<String> labels) {}

    /// Nodes must have all of these labels, or none of them.
    public record LabelsPresence(List<String> labels, boolean presence) {}

    /// @param name a known name, or any name if there is an argument
    public record Priority(String name, long weight, Optional<PriorityArgument> argument) {
        /// The kind of the priority, as for predicates.
        public Optional<KnownPriority> kind() {
            return KnownPriority.named(name)
                    .filter(known -> !known.needsArgument())
                    .or(() -> argument.map(KnownPriority::taking));
        }
    }

    /// Exactly one of the fields is set.
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

    /// Nodes with this label are preferred, or nodes without it.
    public record LabelPreference(String label, boolean presence) {}

    /// A function from utilization to score.
    ///
    /// @param resources the resources; CPU and memory if empty
    public record CapacityRatio(List<ShapePoint> shape, List<Resource> resources) {}

    /// A point of the function from utilization (0 to 100) to score (0 to 10).
    public record ShapePoint(int utilization, int score) {}

    /// @param weight the weight; 0 means 1
    public record Resource(String name, long weight) {}

    private static int count(Optional<?>... members) {
        int count = 0;
        for (Optional<?> member : members) {
            count += member.isPresent() ? 1 : 0;
        }
        return count;
    }
}
