package dev.berth.spi;

import java.util.OptionalInt;

/// The table of nodes: rows, and columns over all rows for those who sweep.
public interface Nodes {
    /// One more than the highest row in use; columns are at least this long.
    int rows();

    /// The rows that hold a node now.
    NodeSet all();

    /// How many nodes there are.
    int count();

    /// Moves whenever the number of nodes changes, or which of them have which images.
    long imageVersion();

    /// The rows whose nodes have the image of this name.
    NodeSet withImage(String name);

    NodeView view(int row);

    OptionalInt row(String name);

    /// The rows by the value of a label.
    Domains domains(String label);

    /// The handle of a resource by name, whether any node offers it or not.
    Resource resource(String name);

    LongColumn allocatable(Resource resource);

    LongColumn requested(Resource resource);

    LongColumn nonZeroRequested(Resource resource);

    /// Allocatable less requested.
    LongColumn free(Resource resource);
}
