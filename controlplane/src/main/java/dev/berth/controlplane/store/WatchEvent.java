package dev.berth.controlplane.store;

/// One change, as a watch tells it. A bookmark carries no object, only the version its reader has
/// seen all of.
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
