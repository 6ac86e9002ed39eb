package dev.berth.plugins.defaultpreemption;

import java.util.ArrayList;
import java.util.List;

/// Finds the best candidates (kube-scheduler: `pickOneNodeForPreemption`), one candidate after the
/// other.
final class CandidateRanking {
    /// The criteria in their order.
    private static final List<String> RULES =
            List.of(
                    "fewest violations of disruption budgets",
                    "lowest priority of the most important victim",
                    "lowest sum of priorities, each raised by 2^31",
                    "fewest victims",
                    "latest start of the most important victims");

    private final boolean all;
    private final List<Candidate> best = new ArrayList<>(1);
    private int decidedBy = -1;

    /// @param all whether to keep all candidates that rank equally first, or the first of them only
    CandidateRanking(boolean all) {
        this.all = all;
    }

    void add(Candidate candidate) {
        if (best.isEmpty()) {
            best.add(candidate);
            return;
        }
        Candidate leading = best.getFirst();
        int rule = 0;
        int compared = 0;
        while (rule < RULES.size() && (compared = compare(rule, candidate, leading)) == 0) {
            rule++;
        }
        if (rule == RULES.size()) {
            if (all) {
                best.add(candidate);
            }
        } else if (compared < 0) {
            // All candidates before were equal to the leading one up to this criterion, or lost by
            // an earlier one.
            best.clear();
            best.add(candidate);
            decidedBy = rule;
        } else {
            decidedBy = Math.max(decidedBy, rule);
        }
    }

    /// Compares two candidates by one criterion; the better one is lower.
    private static int compare(int rule, Candidate a, Candidate b) {
        return switch (rule) {
            case 0 -> Integer.compare(a.violations(), b.violations());
            case 1 -> Integer.compare(a.highestPriority(), b.highestPriority());
            case 2 -> Long.compare(a.sumOfPriorities(), b.sumOfPriorities());
            case 3 -> Integer.compare(a.victims().size(), b.victims().size());
            default -> b.earliestStart().compareTo(a.earliestStart());
        };
    }

    /// The candidates that rank equally first, in the order in which they were added.
    List<Candidate> best() {
        return best;
    }

    /// The criterion that distinguishes them from the others; empty if there are no others.
    String decidedBy() {
        return decidedBy < 0 ? "" : RULES.get(decidedBy);
    }
}
