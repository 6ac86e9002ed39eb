package dev.berth.plugins.nodeaffinity;

import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PreferredNodeAffinity;
import dev.berth.model.SelectorProblem;
import dev.berth.spi.Problems;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Arguments of [NodeAffinityPlugin].
///
/// @param addedAffinity the node affinity that applies to all pods of the profile in addition to
///   their own
public record AffinityArgs(Optional<dev.berth.model.NodeAffinity> addedAffinity) {
    public static final AffinityArgs DEFAULT = new AffinityArgs(Optional.empty());

    void check(Problems out) {
        if (addedAffinity.isEmpty()) {
            return;
        }
        var problems = new ArrayList<SelectorProblem>();
        List<NodeSelectorTerm> required = addedAffinity.get().required().orElse(List.of());
        for (int i = 0; i < required.size(); i++) {
            problems.addAll(
                    required.get(i)
                            .problems(
                                    "addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                                            + ".nodeSelectorTerms["
                                            + i
                                            + "]"));
        }
        problems.addAll(
                PreferredNodeAffinity.problems(
                        addedAffinity.get().preferred().orElse(List.of()),
                        "addedAffinity.preferredDuringSchedulingIgnoredDuringExecution"));
        for (SelectorProblem problem : problems) {
            if (problem.supported().isEmpty()) {
                out.add(problem.path(), problem.value(), problem.detail());
            } else {
                out.unsupported(problem.path(), problem.value(), problem.supported());
            }
        }
    }
}
