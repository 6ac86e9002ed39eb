package dev.berth.engine.extender;

import java.util.List;
import java.util.Optional;

/// The nodes that passed all plugins, to send to extenders.
///
/// @param nominated the node that the pod is nominated to, if it passed: extenders are first called
///   with this node alone
public record ExtenderCandidates(Optional<String> nominated, List<String> names) {
    public ExtenderCandidates {
        names = List.copyOf(names);
    }
}
