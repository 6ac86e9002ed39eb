package dev.berth.controlplane.store;

import java.util.List;

/// Objects, and the revision at which this was all there was.
public record ListResult(long revision, List<ObjectVersion> objects) {
    public ListResult {
        objects = List.copyOf(objects);
    }
}
