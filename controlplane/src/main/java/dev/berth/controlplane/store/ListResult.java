package dev.berth.controlplane.store;

import java.util.List;

/// The objects of a list, and the revision of the list.
public record ListResult(long revision, List<ObjectVersion> objects) {
    public ListResult {
        objects = List.copyOf(objects);
    }
}
