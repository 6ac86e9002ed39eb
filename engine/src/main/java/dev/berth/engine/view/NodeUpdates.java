package dev.berth.engine.view;

import java.util.List;

/// The nodes that changed since a version.
///
/// @param version to ask for the next changes
/// @param all whether these are all nodes, because the changes are no longer known
/// @param gone rows that no longer have a node
public record NodeUpdates(
        long version,
        boolean all,
        List<String> resources,
        List<NodeLoad> changed,
        List<Integer> gone) {
    public NodeUpdates {
        resources = List.copyOf(resources);
        changed = List.copyOf(changed);
        gone = List.copyOf(gone);
    }
}
