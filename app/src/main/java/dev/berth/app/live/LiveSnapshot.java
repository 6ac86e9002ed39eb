package dev.berth.app.live;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Everything that is shown, at one moment.
///
/// @param upMillis since the cluster is up
/// @param addresses lines that tell how to reach it
/// @param states how many pods wait where
/// @param nodes by zone and name
/// @param decisions newest first
/// @param waits why pods wait, most frequent first
/// @param notes what the log said, newest last
record LiveSnapshot(
        int pods,
        long upMillis,
        double podsPerSecond,
        OptionalLong medianMicros,
        OptionalLong slowMicros,
        long scheduled,
        boolean paused,
        List<String> addresses,
        List<Count> states,
        List<Bar> nodes,
        List<Latest> decisions,
        List<Wait> waits,
        List<String> notes) {
    record Count(String name, int count) {}

    /// A node.
    ///
    /// @param shares of what it has that pods take
    /// @param closed whether new pods are kept off: cordoned, or not ready
    record Bar(String name, String zone, Map<Resource, Double> shares, boolean closed) {}

    /// A decision.
    ///
    /// @param where the node, or why there is none
    record Latest(String pod, boolean placed, String where, long micros) {}

    /// Pods that wait for the same reason.
    record Wait(int count, String reason, String example) {}

    /// What bars show.
    enum Resource {
        CPU("cpu"),
        MEMORY("memory"),
        PODS("pods");

        private final String key;

        Resource(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }

        Resource next() {
            return switch (this) {
                case CPU -> MEMORY;
                case MEMORY -> PODS;
                case PODS -> CPU;
            };
        }
    }
}
