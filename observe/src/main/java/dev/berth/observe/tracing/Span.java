package dev.berth.observe.tracing;

import java.util.Map;

/// A span that has ended.
///
/// @param traceHigh the first 8 bytes of the trace ID
/// @param traceLow the last 8 bytes of the trace ID
/// @param parentId 0 for the first span of a trace
/// @param point the extension point; empty if there is none
/// @param plugin empty if there is none
/// @param ownName empty for the name of the extension point and the plugin
/// @param status the status of the extension point or the plugin; can be empty
/// @param call whether the span is a call to another process
/// @param beganNanos since 1970
/// @param error whether the operation failed
/// @param message why it failed; can be empty
/// @param more further attributes
record Span(
        long traceHigh,
        long traceLow,
        long id,
        long parentId,
        String point,
        String plugin,
        String ownName,
        String status,
        boolean call,
        long beganNanos,
        long endedNanos,
        boolean error,
        String message,
        Map<String, Object> more) {
    /// The name, which the exporter's thread composes.
    String name() {
        if (!ownName.isEmpty()) {
            return ownName;
        }
        return plugin.isEmpty() ? point : point + " " + plugin;
    }
}
