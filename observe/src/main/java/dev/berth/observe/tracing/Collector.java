package dev.berth.observe.tracing;

import java.time.Duration;
import java.util.Optional;

/// The collector of traces.
interface Collector {
    /// Sends an `ExportTraceServiceRequest`.
    Response send(byte[] request) throws InterruptedException;

    /// The end of the connection.
    void close();

    /// The response to a request.
    sealed interface Response {
        /// The collector has taken the spans, except for this number.
        record Accepted(long rejected, String message) implements Response {}

        /// The collector rejected the request, which will not help to repeat.
        record Rejected(String message) implements Response {}

        /// The request can be repeated.
        ///
        /// @param retryAfter the wait that the collector requests
        record Unavailable(String message, Optional<Duration> retryAfter) implements Response {}
    }
}
