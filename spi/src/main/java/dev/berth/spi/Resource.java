package dev.berth.spi;

import dev.berth.model.ResourceList;

/// A resource: its name and the slot of its columns in the node table. The unit is millicores for
/// CPU, bytes for memory and storage, and pieces for everything else.
///
/// The node table assigns the slots of resources other than these constants; see [Nodes#resource].
public record Resource(String name, int slot) {
    public static final Resource CPU = new Resource(ResourceList.CPU, 0);
    public static final Resource MEMORY = new Resource(ResourceList.MEMORY, 1);
    public static final Resource EPHEMERAL_STORAGE =
            new Resource(ResourceList.EPHEMERAL_STORAGE, 2);

    /// The requested amount is the number of pods on the node.
    public static final Resource PODS = new Resource(ResourceList.PODS, 3);
}
