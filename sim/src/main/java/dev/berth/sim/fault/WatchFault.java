package dev.berth.sim.fault;

import java.time.Duration;

/// What may happen to a watch when its next event is about to be delivered.
public sealed interface WatchFault {
    /// Its id in the list of faults.
    String id();

    /// The connection closes; the client resumes where it was.
    record Broken() implements WatchFault {
        @Override
        public String id() {
            return "F8";
        }
    }

    /// Nothing comes for a while, and nobody says so.
    record Stalled(Duration by) implements WatchFault {
        @Override
        public String id() {
            return "F9";
        }
    }

    /// The connection closes, and the version to resume from is gone: the client must list again.
    record Expired() implements WatchFault {
        @Override
        public String id() {
            return "F10";
        }
    }

    /// The event comes twice.
    record Duplicated() implements WatchFault {
        @Override
        public String id() {
            return "F12";
        }
    }

    /// The client hears nothing for a while and then lists again: what was deleted and made anew
    /// meanwhile looks like one update, and what came and went was never there.
    record Gap(Duration by) implements WatchFault {
        @Override
        public String id() {
            return "F16";
        }
    }
}
