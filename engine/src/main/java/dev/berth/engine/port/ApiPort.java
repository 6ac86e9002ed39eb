package dev.berth.engine.port;

import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.List;
import java.util.function.Consumer;

/// Calls to the API server.
public interface ApiPort {
    /// A write and the receiver of its outcome.
    ///
    /// @param traceparent the header of this name; empty if the call is not traced
    record Call(Write write, String traceparent, Consumer<WriteOutcome> answer) {
        /// A call that is not traced.
        public Call(Write write, Consumer<WriteOutcome> answer) {
            this(write, "", answer);
        }
    }

    /// Sends the calls in order. Each is answered exactly once, on any thread, possibly before this
    /// returns.
    void submit(List<Call> calls);

    /// Reads a pod as it is now. Calls that were submitted before and have no response yet may be
    /// sent later. The read is answered exactly once, on any thread, possibly before this returns.
    void read(String namespace, String name, Consumer<ReadOutcome> answer);

    /// Publishes events for users; an event may be lost.
    void events(List<EventRecord> events);
}
