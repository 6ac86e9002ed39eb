package dev.berth.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The record of a successful preemption, for the decision trace: the evaluated nodes, the victims
/// and the reasons.
///
/// @param examined the number of nodes on which the removal of pods was evaluated
/// @param possible the number of these nodes on which the pod would fit
/// @param candidates the candidates of the preemption; only the selected one unless the cycle is a
///   dry run
/// @param best the nodes of the candidates that rank equally first, of which the first is selected;
///   only the selected one unless the cycle is a dry run
/// @param decidedBy the criterion that distinguishes the best candidates from the others, as text;
///   empty if there are no others
public record Preemption(
        int examined,
        int possible,
        List<Candidate> candidates,
        List<String> best,
        String decidedBy) {
    public Preemption {
        candidates = List.copyOf(candidates);
        best = List.copyOf(best);
        if (best.isEmpty() || find(candidates, best.getFirst()).isEmpty()) {
            throw new IllegalArgumentException(
                    "the first node of best must be the node of a candidate, was " + best);
        }
    }

    /// The selected candidate.
    public Candidate chosen() {
        return find(candidates, best.getFirst()).orElseThrow();
    }

    private static Optional<Candidate> find(List<Candidate> options, String node) {
        return options.stream().filter(option -> option.node().equals(node)).findFirst();
    }

    /// A node and the victims on it (kube-scheduler: `Candidate`).
    ///
    /// @param victims the pods to evict, highest priority first
    /// @param reprieved the pods of lower priority that can stay
    /// @param violations the number of victims whose eviction violates a PodDisruptionBudget
    ///   (kube-scheduler: `NumPDBViolations`)
    public record Candidate(
            String node, List<Victim> victims, List<String> reprieved, int violations) {
        public Candidate {
            victims = List.copyOf(victims);
            reprieved = List.copyOf(reprieved);
        }
    }

    /// A pod to evict.
    ///
    /// @param why the reasons for which the preemptor would be rejected if this pod stayed
    /// @param budgets the PodDisruptionBudgets that select the pod, as `namespace/name`
    /// @param violates whether one of these budgets allows no more disruptions
    public record Victim(
            String pod,
            String uid,
            int priority,
            Optional<Instant> started,
            List<String> why,
            List<String> budgets,
            boolean violates) {
        public Victim {
            why = List.copyOf(why);
            budgets = List.copyOf(budgets);
        }
    }
}
