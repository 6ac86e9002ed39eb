package dev.berth.sim.fault;

import java.time.Duration;

/// A fault of a watch, before the delivery of its next event.
public sealed interface WatchFault {
    /// The id in the list of faults.
    String id();

    /// The connection closes, and the client resumes the watch.
    record Broken() implements WatchFault {
        @Override
        public String id() {
            return "F8";
        }
    }

    /// The watch delivers nothing for a while, without an error.
    record Stalled(Duration by) implements WatchFault {
        @Override
        public String id() {
            return "F9";
        }
    }

    /// The connection closes, and the resource version has expired, so that the client must list
    /// again.
    record Expired() implements WatchFault {
        @Override
        public String id() {
            return "F10";
        }
    }

    /// The event is delivered twice.
    record Duplicated() implements WatchFault {
        @Override
        public String id() {
            return "F12";
        }
    }

    /// The watch delivers nothing for a while, and then the client lists again. An object that was
    /// deleted and created again in between looks like an update. An object that was created and
    /// deleted in between is not seen.
    record Gap(Duration by) implements WatchFault {
        @Override
        public String id() {
            return "F16";
        }
    }
}
