package dev.berth.plugins.defaultpreemption;

import dev.berth.model.DisruptionBudget;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The PodDisruptionBudgets of the cluster by namespace.
final class DisruptionBudgets {
    /// A PodDisruptionBudget with a valid selector.
    ///
    /// @param disrupted the names of the pods that are counted already
    private record Budget(String key, Selector selector, int allowed, Set<String> disrupted) {
        boolean counts(Pod pod) {
            return selector.matches(pod.labels()) && !disrupted.contains(pod.name());
        }
    }

    private final Map<String, Map<String, Budget>> byNamespace = new HashMap<>();

    private long version;

    /// A version number that changes with every change of a budget.
    long version() {
        return version;
    }

    void changed(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.isPresent() && after.get() instanceof DisruptionBudget budget) {
            version++;
            readable(budget)
                    .ifPresentOrElse(
                            readable ->
                                    byNamespace
                                            .computeIfAbsent(
                                                    budget.meta().namespace(), n -> new TreeMap<>())
                                            .put(budget.meta().name(), readable),
                            () -> remove(budget));
        } else if (before.isPresent() && before.get() instanceof DisruptionBudget gone) {
            version++;
            remove(gone);
        }
    }

    void forgetAll() {
        version++;
        byNamespace.clear();
    }

    private void remove(DisruptionBudget budget) {
        Map<String, Budget> here = byNamespace.get(budget.meta().namespace());
        if (here != null) {
            here.remove(budget.meta().name());
            if (here.isEmpty()) {
                byNamespace.remove(budget.meta().namespace());
            }
        }
    }

    /// Parity: filterPodsWithPDBViolation ignores a budget with an empty or invalid selector.
    private static Optional<Budget> readable(DisruptionBudget written) {
        try {
            Selector selector = Selector.of(written.selector());
            return selector.equals(Selector.EVERYTHING)
                    ? Optional.empty()
                    : Optional.of(
                            new Budget(
                                    written.key(),
                                    selector,
                                    written.disruptionsAllowed(),
                                    new HashSet<>(written.disruptedPods())));
        } catch (SelectorException unreadable) {
            return Optional.empty();
        }
    }

    /// The keys of the budgets that select the pod.
    List<String> touchedBy(Pod pod) {
        var touched = new ArrayList<String>();
        for (Budget budget : of(pod)) {
            if (budget.counts(pod)) {
                touched.add(budget.key());
            }
        }
        return touched;
    }

    private Iterable<Budget> of(Pod pod) {
        // Parity: a pod without labels matches no budget, even one that selects by the absence of a
        // label.
        Map<String, Budget> here = pod.labels().isEmpty() ? null : byNamespace.get(pod.namespace());
        return here == null ? List.of() : here.values();
    }

    /// A counter of disruptions, for pods in the order of their eviction.
    Count count() {
        return byNamespace.isEmpty() ? pod -> false : new Losses()::violates;
    }

    /// Counts the disruptions of pods one after the other.
    @FunctionalInterface
    interface Count {
        /// Whether the eviction of this pod violates a budget, after the evictions of the pods
        /// before.
        boolean violates(Pod pod);
    }

    private final class Losses {
        private final Map<String, Integer> left = new HashMap<>();

        boolean violates(Pod pod) {
            // Parity: filterPodsWithPDBViolation does not count the pod in the budgets after the
            // first one that it violates. Their order is that of a Go map; here it is that of
            // their names.
            for (Budget budget : of(pod)) {
                if (budget.counts(pod)) {
                    int allowed = left.getOrDefault(budget.key(), budget.allowed()) - 1;
                    left.put(budget.key(), allowed);
                    if (allowed < 0) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
