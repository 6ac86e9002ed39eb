package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;

import org.jspecify.annotations.Nullable;

/// A change of an object in the cache. `before` is null for a new object. `after` is the last
/// version of a deleted object.
record CacheUpdate(@Nullable ObjectVersion before, ObjectVersion after, boolean gone) {
    boolean isOf(Kind kind) {
        return after.kind().equals(kind);
    }

    boolean fresh() {
        return before == null;
    }
}
