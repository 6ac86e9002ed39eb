package dev.berth.spi;

import dev.berth.model.KubeObject;

import java.util.Optional;

/// An object before and after an event; one of them is absent when it came or went.
public record Change(Optional<KubeObject> before, Optional<KubeObject> after) {
    public static Change added(KubeObject object) {
        return new Change(Optional.empty(), Optional.of(object));
    }

    public static Change removed(KubeObject object) {
        return new Change(Optional.of(object), Optional.empty());
    }

    public static Change updated(KubeObject before, KubeObject after) {
        return new Change(Optional.of(before), Optional.of(after));
    }
}
