package dev.berth.spi;

import dev.berth.model.Labels;

import java.util.List;

/// The terms of one [TermSource], grouped. Ask for the groups in every cycle: they come and go with
/// the terms that pods carry.
public interface TermGroups {
    /// The groups whose terms mean a pod of this namespace with these labels.
    List<TermGroup> matching(String namespace, Labels labels);
}
