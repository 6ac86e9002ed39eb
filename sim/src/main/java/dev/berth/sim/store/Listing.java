package dev.berth.sim.store;

import java.util.List;

/// Objects, and the revision at which this was all there was.
public record Listing(long revision, List<ObjectVersion> objects) {
    public Listing {
        objects = List.copyOf(objects);
    }
}
