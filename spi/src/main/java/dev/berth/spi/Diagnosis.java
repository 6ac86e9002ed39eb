package dev.berth.spi;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/// Why no node passed.
public interface Diagnosis {
    /// Rows rejected by one plugin for one reason.
    record Group(String plugin, Reject why, NodeSet rows) {}

    /// Explicit rejections, in the order of the plugins.
    List<Group> groups();

    /// The verdict that holds for every node not in a group.
    Reject others();

    /// The refusal of the pod as a whole, if that is what happened.
    Optional<Reject> podRejection();

    /// Names of the plugins whose events may help.
    NavigableSet<String> plugins();
}
