package dev.berth.plugins.defaultpreemption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the best candidates (kube-scheduler: `pickOneNodeForPreemption`).
final class CandidateRanking {
    /// A criterion: its text, and the order of candidates.
    private record Rule(String words, Comparator<Candidate> order) {}

    /// The candidates that rank equally first, and the criterion that distinguishes them from the
    /// others.
    record Result(List<Candidate> best, String decidedBy) {}

    private static final List<Rule> RULES =
            List.of(
                    new Rule(
                            "fewest violations of disruption budgets",
                            Comparator.comparingInt(Candidate::violations)),
                    new Rule(
                            "lowest priority of the most important victim",
                            Comparator.comparingInt(Candidate::highestPriority)),
                    new Rule(
                            "lowest sum of priorities, each raised by 2^31",
                            Comparator.comparingLong(Candidate::sumOfPriorities)),
                    new Rule(
                            "fewest victims",
                            Comparator.comparingInt(candidate -> candidate.victims().size())),
                    new Rule(
                            "latest start of the most important victims",
                            Comparator.comparing(Candidate::earliestStart).reversed()));

    private CandidateRanking() {}

    static Result of(List<Candidate> candidates) {
        List<Candidate> best = candidates;
        String decidedBy = "";
        for (Rule rule : RULES) {
            if (best.size() == 1) {
                break;
            }
            List<Candidate> left = leading(best, rule.order());
            if (left.size() < best.size()) {
                decidedBy = rule.words();
                best = left;
            }
        }
        return new Result(best, decidedBy);
    }

    private static List<Candidate> leading(
            List<Candidate> candidates, Comparator<Candidate> order) {
        var leading = new ArrayList<Candidate>();
        for (Candidate candidate : candidates) {
            int compared = leading.isEmpty() ? 0 : order.compare(candidate, leading.getFirst());
            if (compared < 0) {
                leading.clear();
            }
            if (compared <= 0) {
                leading.add(candidate);
            }
        }
        return leading;
    }
}
