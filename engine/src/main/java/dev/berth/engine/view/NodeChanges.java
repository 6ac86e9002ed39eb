package dev.berth.engine.view;

import java.util.List;

/// What became of nodes since a version.
///
/// @param version to ask on from
/// @param all whether these are all nodes there are, because the changes are no longer known
/// @param gone rows without a node
public record NodeChanges(
        long version,
        boolean all,
        List<String> resources,
        List<NodeLoad> changed,
        List<Integer> gone) {}
