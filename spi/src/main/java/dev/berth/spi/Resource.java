package dev.berth.spi;

import dev.berth.model.ResourceList;

/// A resource by name and by the slot of its columns; cpu counts in milli, everything else in
/// units.
///
/// Slots of other resources than these are handed out by the node table: ask [Nodes#resource].
public record Resource(String name, int slot) {
    public static final Resource CPU = new Resource(ResourceList.CPU, 0);
    public static final Resource MEMORY = new Resource(ResourceList.MEMORY, 1);
    public static final Resource EPHEMERAL_STORAGE =
            new Resource(ResourceList.EPHEMERAL_STORAGE, 2);

    /// Its `requested` column is the number of pods on the node.
    public static final Resource PODS = new Resource(ResourceList.PODS, 3);
}
