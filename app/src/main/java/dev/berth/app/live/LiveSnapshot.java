package dev.berth.app.live;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The data of the live view at one moment.
///
/// @param upMillis the time since the start of the cluster
/// @param addresses lines with the addresses of the cluster
/// @param states number of pods by scheduling state
/// @param nodes by zone and name
/// @param decisions newest first
/// @param waits reasons of pending pods, most frequent first
/// @param notes the last log lines, newest last
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
    /// @param shares requested divided by allocatable
    /// @param closed whether new pods are rejected: cordoned, or not ready
    record Bar(String name, String zone, Map<Resource, Double> shares, boolean closed) {}

    /// A decision.
    ///
    /// @param where the node, or the reason why there is none
    record Latest(String pod, boolean placed, String where, long micros) {}

    /// Pods that are pending for the same reason.
    record Wait(int count, String reason, String example) {}

    /// The resource that the bars show.
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
