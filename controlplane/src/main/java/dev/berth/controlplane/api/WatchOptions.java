package dev.berth.controlplane.api;

/// What to watch, and from when.
///
/// @param initialEvents whether to begin with what is there, followed by a bookmark that says so
public record WatchOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        String resourceVersionMatch,
        boolean bookmarks,
        boolean initialEvents) {}
