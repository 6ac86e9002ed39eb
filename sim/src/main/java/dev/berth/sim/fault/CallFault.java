package dev.berth.sim.fault;

import java.time.Duration;

/// What may happen to a call on its way to the API server and back.
public sealed interface CallFault {
    /// Its id in the list of faults.
    String id();

    /// The server says that somebody else was first; nothing is done.
    record Conflict() implements CallFault {
        @Override
        public String id() {
            return "F1";
        }
    }

    /// The server asks for patience (429); nothing is done.
    record Throttled(int retryAfterSeconds) implements CallFault {
        @Override
        public String id() {
            return "F2";
        }
    }

    /// The server fails with 500, 502, 503 or 504; nothing is done.
    record ServerError(int code) implements CallFault {
        @Override
        public String id() {
            return "F3";
        }
    }

    /// No answer, and nothing is done.
    record LostBefore(Duration after) implements CallFault {
        @Override
        public String id() {
            return "F4";
        }
    }

    /// No answer, though it is done.
    record LostAfter(Duration after) implements CallFault {
        @Override
        public String id() {
            return "F5";
        }
    }

    /// The server takes its time: done and answered later.
    record Slow(Duration by) implements CallFault {
        @Override
        public String id() {
            return "F7";
        }
    }
}
