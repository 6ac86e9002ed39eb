package dev.berth.spi;

import dev.berth.model.KubeObject;

import java.util.Optional;

/// An object before and after an event (kube-scheduler: `oldObj` and `newObj` of a queueing hint).
/// `before` is empty for an added object, and `after` for a deleted one.
public record ObjectChange(Optional<KubeObject> before, Optional<KubeObject> after) {
    public static ObjectChange added(KubeObject object) {
        return new ObjectChange(Optional.empty(), Optional.of(object));
    }

    public static ObjectChange removed(KubeObject object) {
        return new ObjectChange(Optional.of(object), Optional.empty());
    }

    public static ObjectChange updated(KubeObject before, KubeObject after) {
        return new ObjectChange(Optional.of(before), Optional.of(after));
    }
}
