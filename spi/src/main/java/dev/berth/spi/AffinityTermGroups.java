package dev.berth.spi;

import dev.berth.model.Labels;

import java.util.List;

/// The terms of one [AffinityTermReader], grouped by equality.
///
/// Call [#matching] in every cycle: groups appear and disappear with the terms of assigned pods.
public interface AffinityTermGroups {
    /// The groups whose terms select a pod in this namespace with these labels.
    List<AffinityTermGroup> matching(String namespace, Labels labels);

    /// Increases whenever [#matching] can return other groups than before.
    long version();
}
