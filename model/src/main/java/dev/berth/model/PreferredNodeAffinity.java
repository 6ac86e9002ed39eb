package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// What a pod would rather have in a node, each with a weight.
public final class PreferredNodeAffinity {
    public static final PreferredNodeAffinity NONE = new PreferredNodeAffinity(List.of());

    private final List<NodeAffinity.Preferred> terms;

    private PreferredNodeAffinity(List<NodeAffinity.Preferred> terms) {
        this.terms = terms;
    }

    /// Terms without weight or content are left out before they are read.
    ///
    /// @throws SelectorException if any of the others cannot be read
    public static PreferredNodeAffinity of(List<NodeAffinity.Preferred> written) {
        List<SelectorProblem> problems = problems(written, "");
        if (!problems.isEmpty()) {
            throw new SelectorException(SelectorProblem.join(problems));
        }
        return new PreferredNodeAffinity(
                written.stream().filter(PreferredNodeAffinity::counts).toList());
    }

    /// What cannot be read; `path` is put before where.
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

    /// The weights of all terms that match, added up.
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
