package dev.berth.spi;

import java.util.OptionalInt;

/// The node table (kube-scheduler: `SharedLister`). Each node has a row; columns hold one value for
/// each row, for bulk evaluation.
///
/// Read it on the scheduling thread only.
public interface Nodes {
    /// One more than the highest row in use. Columns have at least this length.
    int rows();

    /// The rows that contain a node.
    NodeSet all();

    /// The number of nodes.
    int count();

    /// A version number that changes when the number of nodes changes or when the images on the
    /// nodes change.
    long imageVersion();

    /// The rows of the nodes that have the image with this name.
    NodeSet withImage(String name);

    /// The node in a row. The row must contain a node.
    NodeView view(int row);

    /// The row of the node with this name.
    OptionalInt row(String name);

    /// The rows, grouped by the value of a node label.
    Domains domains(String label);

    /// The resource with this name, with the slot of its columns. No node needs to offer the
    /// resource.
    Resource resource(String name);

    /// See [NodeView#allocatable].
    LongColumn allocatable(Resource resource);

    /// See [NodeView#requested].
    LongColumn requested(Resource resource);

    /// See [NodeView#nonZeroRequested].
    LongColumn nonZeroRequested(Resource resource);

    /// Allocatable minus requested.
    LongColumn free(Resource resource);
}
