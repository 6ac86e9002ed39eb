package dev.berth.engine.extender;

import java.util.List;
import java.util.Optional;

/// The nodes that passed all plugins, on which extenders are asked.
///
/// @param nominated the node promised to the pod, if it passed: extenders are asked for it alone
///   first
public record ExtenderCandidates(Optional<String> nominated, List<String> names) {
    public ExtenderCandidates {
        names = List.copyOf(names);
    }
}
