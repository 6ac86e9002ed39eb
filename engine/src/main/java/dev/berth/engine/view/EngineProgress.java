package dev.berth.engine.view;

/// What the scheduling thread is doing, as another thread sees it: enough to name a plugin that
/// never returns.
///
/// @param iteration the number of the present loop iteration
/// @param plugin the plugin that runs, or the empty name
/// @param extensionPoint the extension point at which it runs, if there is a plugin
/// @param pod the pod it runs for, as `namespace/name`; empty if there is none
/// @param podUid the UID of that pod; empty if there is none
public record EngineProgress(
        long iteration, String plugin, String extensionPoint, String pod, String podUid) {}
