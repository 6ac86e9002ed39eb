package dev.berth.spi;

import dev.berth.model.Labels;

import java.util.List;

/// The terms of one [AffinityTermReader], grouped. Ask for the groups in every cycle: they come and
/// go with the terms that pods carry.
public interface AffinityTermGroups {
    /// The groups whose terms mean a pod of this namespace with these labels.
    List<AffinityTermGroup> matching(String namespace, Labels labels);
}
