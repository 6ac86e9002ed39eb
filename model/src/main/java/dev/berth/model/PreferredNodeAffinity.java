package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// The preferred node affinity terms of a pod with their weights.
public final class PreferredNodeAffinity {
    public static final PreferredNodeAffinity NONE = new PreferredNodeAffinity(List.of());

    private final List<NodeAffinity.Preferred> terms;

    private PreferredNodeAffinity(List<NodeAffinity.Preferred> terms) {
        this.terms = terms;
    }

    /// Ignores terms with a weight of 0 or without requirements.
    ///
    /// @throws SelectorException if another term is invalid
    public static PreferredNodeAffinity of(List<NodeAffinity.Preferred> written) {
        List<SelectorProblem> problems = problems(written, "");
        if (!problems.isEmpty()) {
            throw new SelectorException(SelectorProblem.join(problems));
        }
        return new PreferredNodeAffinity(
                written.stream().filter(PreferredNodeAffinity::counts).toList());
    }

    /// The problems of invalid terms. `path` is the prefix of their paths.
    public static List<SelectorProblem> problems(
            List<NodeAffinity.Preferred> written, String path) {
        var problems = new ArrayList<SelectorProblem>();
        for (int i = 0; i < written.size(); i++) {
            if (counts(written.get(i))) {
                problems.addAll(written.get(i).term().problems(path + "[" + i + "]"));
            }
        }
        return problems;
    }

    private static boolean counts(NodeAffinity.Preferred preferred) {
        return preferred.weight() != 0 && !preferred.term().isEmpty();
    }

    /// The sum of the weights of all matching terms.
    public long score(Labels labels, String name) {
        long sum = 0;
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).term().matches(labels, name)) {
                sum += terms.get(i).weight();
            }
        }
        return sum;
    }
}
