package dev.berth.controlplane.api;

/// The options of a watch request.
///
/// @param initialEvents `sendInitialEvents`: whether the watch starts with the existing objects,
///   followed by a bookmark that marks their end
public record WatchOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        String resourceVersionMatch,
        boolean bookmarks,
        boolean initialEvents) {}
