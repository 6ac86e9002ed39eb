package dev.berth.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The receipt of a preemption: what was looked at, who goes and why, who was spared.
///
/// @param examined on how many nodes evictions were tried
/// @param possible on how many of them they would make room
/// @param candidates what each node in question would cost; where not every node was asked for,
///   only the chosen one
/// @param best the nodes that share the first place, of which the first was taken; where not every
///   node was asked for, that one alone
/// @param decidedBy what set them apart from the others, in words; empty when there were no others
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
                    "the node that was taken must be among the options, was " + best);
        }
    }

    /// The option that was taken.
    public Candidate chosen() {
        return find(candidates, best.getFirst()).orElseThrow();
    }

    private static Optional<Candidate> find(List<Candidate> options, String node) {
        return options.stream().filter(option -> option.node().equals(node)).findFirst();
    }

    /// What room on one node costs.
    ///
    /// @param victims the most important first
    /// @param reprieved those of lower priority that may stay
    /// @param violations how many victims no budget allows for
    public record Candidate(
            String node, List<Victim> victims, List<String> reprieved, int violations) {
        public Candidate {
            victims = List.copyOf(victims);
            reprieved = List.copyOf(reprieved);
        }
    }

    /// A pod that has to go.
    ///
    /// @param why what the preemptor would be told if this pod stayed
    /// @param budgets the disruption budgets that count it, as `namespace/name`
    /// @param violates whether one of them allows no more
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
