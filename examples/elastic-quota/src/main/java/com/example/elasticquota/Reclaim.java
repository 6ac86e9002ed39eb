package com.example.elasticquota;

import dev.berth.model.DisruptionBudget;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Selects the pods of one node to evict, so that a pod gets its guaranteed capacity, or takes the
/// place of less important pods of its own namespace.
final class Reclaim {
    private static final Comparator<Pod> MOST_IMPORTANT_FIRST =
            Comparator.comparing((Pod pod) -> pod.spec().priority())
                    .reversed()
                    .thenComparing(pod -> pod.status().startTime().orElse(Instant.MAX))
                    .thenComparing(Pod::key);

    private final PluginContext context;
    private final PodCycle cycle;
    private final Quotas quotas;
    private final Optional<Quota> quota;
    private final boolean borrows;
    private final Collection<KubeObject> budgets;

    /// @param borrows whether the pod would use more than the `min` of its namespace
    Reclaim(
            PluginContext context,
            PodCycle cycle,
            Quotas quotas,
            boolean borrows,
            Collection<KubeObject> budgets) {
        this.context = context;
        this.cycle = cycle;
        this.quotas = quotas;
        this.quota = quotas.of(cycle.pod().namespace());
        this.borrows = borrows;
        this.budgets = budgets;
    }

    /// The victims on one node.
    ///
    /// @param victims most important first
    record Candidate(
            String node, List<Preemption.Victim> victims, List<Pod> pods, List<String> reprieved) {
        long violations() {
            return victims.stream().filter(Preemption.Victim::violates).count();
        }

        long sumOfPriorities() {
            return pods.stream()
                    .mapToLong(pod -> pod.spec().priority() - (long) Integer.MIN_VALUE)
                    .sum();
        }

        Preemption.Candidate toRecord() {
            return new Preemption.Candidate(node, victims, reprieved, (int) violations());
        }
    }

    /// The order of the candidates, best first: fewest violated budgets, lowest priority of the
    /// most important victim, lowest sum of priorities, fewest victims, then the name of the node.
    static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparingLong(Candidate::violations)
                    .thenComparingInt(candidate -> candidate.pods().getFirst().spec().priority())
                    .thenComparingLong(Candidate::sumOfPriorities)
                    .thenComparingInt(candidate -> candidate.pods().size())
                    .thenComparing(Candidate::node);

    /// Whether the pod can claim the resources of `other`, if the namespace of `other` uses these
    /// amounts.
    boolean canEvict(Pod other, Amounts used) {
        Pod pod = cycle.pod();
        Optional<Quota> theirs = quotas.of(other.namespace());
        boolean lower = other.spec().priority() < pod.spec().priority();
        if (quota.isEmpty()) {
            return theirs.isEmpty() && lower;
        }
        if (borrows) {
            return other.namespace().equals(pod.namespace()) && lower;
        }
        return !other.namespace().equals(pod.namespace())
                && theirs.filter(each -> quotas.borrows(each, used)).isPresent();
    }

    /// The victims on the node; empty if evictions there do not help.
    Optional<Candidate> on(NodeView node) {
        NodeWhatIf whatIf = context.whatIf(cycle, node);
        List<Pod> removed = removeAll(whatIf, node);
        if (removed.isEmpty() || whatIf.test() instanceof Reject) {
            return Optional.empty();
        }
        removed.sort(MOST_IMPORTANT_FIRST);
        Set<String> violating = violating(removed);
        List<Pod> order = new ArrayList<>(removed);
        order.sort(Comparator.comparing((Pod pod) -> !violating.contains(pod.uid())));
        var reasons = new HashMap<String, List<String>>();
        var reprieved = new ArrayList<String>();
        for (Pod pod : order) {
            whatIf.add(pod);
            if (whatIf.test() instanceof Reject why) {
                whatIf.remove(pod);
                reasons.put(pod.uid(), why.reasons());
            } else {
                reprieved.add(pod.key());
            }
        }
        removed.removeIf(pod -> !reasons.containsKey(pod.uid()));
        return removed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Candidate(
                                node.name(),
                                removed.stream()
                                        .map(pod -> victim(pod, reasons, violating))
                                        .toList(),
                                List.copyOf(removed),
                                reprieved));
    }

    /// Removes the pods that can be evicted, least important first, so that no namespace loses more
    /// than it has borrowed.
    private List<Pod> removeAll(NodeWhatIf whatIf, NodeView node) {
        List<Pod> pods = new ArrayList<>(node.pods());
        pods.sort(MOST_IMPORTANT_FIRST.reversed());
        Map<String, Amounts> used = new HashMap<>();
        var removed = new ArrayList<Pod>();
        for (Pod pod : pods) {
            Amounts now = used.computeIfAbsent(pod.namespace(), quotas::used);
            if (canEvict(pod, now)) {
                whatIf.remove(pod);
                removed.add(pod);
                used.put(pod.namespace(), now.minus(Amounts.of(pod)));
            }
        }
        return removed;
    }

    private Preemption.Victim victim(
            Pod pod, Map<String, List<String>> reasons, Set<String> violating) {
        return new Preemption.Victim(
                pod.key(),
                pod.uid(),
                pod.spec().priority(),
                pod.status().startTime(),
                reasons.get(pod.uid()),
                budgetsOf(pod).stream().map(DisruptionBudget::key).toList(),
                violating.contains(pod.uid()));
    }

    /// The pods whose eviction violates a budget, if they are evicted in this order.
    private Set<String> violating(List<Pod> pods) {
        Map<String, Integer> left = new HashMap<>();
        Set<String> violating = new HashSet<>();
        for (Pod pod : pods) {
            for (DisruptionBudget budget : budgetsOf(pod)) {
                int allowed =
                        left.merge(budget.key(), budget.disruptionsAllowed() - 1, (a, b) -> a - 1);
                if (allowed < 0) {
                    violating.add(pod.uid());
                }
            }
        }
        return violating;
    }

    private List<DisruptionBudget> budgetsOf(Pod pod) {
        return budgets.stream()
                .map(DisruptionBudget.class::cast)
                .filter(budget -> budget.meta().namespace().equals(pod.namespace()))
                .filter(budget -> !budget.disruptedPods().contains(pod.name()))
                .filter(budget -> selects(budget, pod))
                .toList();
    }

    private static boolean selects(DisruptionBudget budget, Pod pod) {
        try {
            Selector selector = Selector.of(budget.selector());
            return !pod.labels().isEmpty() && selector.matches(pod.labels());
        } catch (SelectorException unreadable) {
            return false;
        }
    }
}
