package dev.berth.spi;

/// How a write ended.
public sealed interface WriteOutcome {
    /// Done, and nobody asked which version that gave.
    WriteOutcome DONE = new Done("");

    /// @param resourceVersion the object's version after a [Write.Merge]; else it may be empty
    record Done(String resourceVersion) implements WriteOutcome {}

    /// The server said no.
    record Refused(int code, String message) implements WriteOutcome {
        public static final int NOT_FOUND = 404;
        public static final int CONFLICT = 409;
    }

    /// No answer: it may have been done or not.
    record Unknown(String message) implements WriteOutcome {}
}
