package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;

import org.jspecify.annotations.Nullable;

/// One change of an object: how it was, unless it is new, and how it is, or last was.
record CacheUpdate(@Nullable ObjectVersion before, ObjectVersion after, boolean gone) {
    boolean isOf(Kind kind) {
        return after.kind().equals(kind);
    }

    boolean fresh() {
        return before == null;
    }
}
