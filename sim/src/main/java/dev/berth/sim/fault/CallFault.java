package dev.berth.sim.fault;

import java.time.Duration;

/// A fault of a call to the API server.
public sealed interface CallFault {
    /// The id in the list of faults.
    String id();

    /// The server responds with a conflict (409). The call has no effect.
    record Conflict() implements CallFault {
        @Override
        public String id() {
            return "F1";
        }
    }

    /// The server throttles the client (429). The call has no effect.
    record Throttled(int retryAfterSeconds) implements CallFault {
        @Override
        public String id() {
            return "F2";
        }
    }

    /// The server fails with 500, 502, 503 or 504. The call has no effect.
    record ServerError(int code) implements CallFault {
        @Override
        public String id() {
            return "F3";
        }
    }

    /// The request is lost: the client gets no response, and the call has no effect.
    record LostBefore(Duration after) implements CallFault {
        @Override
        public String id() {
            return "F4";
        }
    }

    /// The response is lost: the client gets no response, but the call has its effect.
    record LostAfter(Duration after) implements CallFault {
        @Override
        public String id() {
            return "F5";
        }
    }

    /// The server is slow: the effect and the response are delayed.
    record Slow(Duration by) implements CallFault {
        @Override
        public String id() {
            return "F7";
        }
    }
}
