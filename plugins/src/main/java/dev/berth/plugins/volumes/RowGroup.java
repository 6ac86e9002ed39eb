package dev.berth.plugins.volumes;

/// Objects that the same nodes can access.
interface RowGroup {
    /// The nodes that can access the objects.
    MatchingRows rows();
}
