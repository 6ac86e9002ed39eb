package dev.berth.controlplane.store;

/// An event of a watch. A bookmark has only a resource version, up to which the reader has received
/// all events.
public record WatchEvent(Type type, ObjectVersion object) {
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        BOOKMARK
    }

    public long revision() {
        return object.revision();
    }
}
