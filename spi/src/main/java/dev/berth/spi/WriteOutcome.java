package dev.berth.spi;

/// The outcome of a [Write].
public sealed interface WriteOutcome {
    /// The write succeeded; the new resource version is not known.
    WriteOutcome DONE = new Done("");

    /// The write succeeded.
    ///
    /// @param resourceVersion the resource version after a [Write.Merge]; can be empty for other
    ///   writes
    record Done(String resourceVersion) implements WriteOutcome {}

    /// The API server rejected the write.
    ///
    /// @param code the HTTP status code
    record Refused(int code, String message) implements WriteOutcome {
        public static final int NOT_FOUND = 404;
        public static final int CONFLICT = 409;
    }

    /// There was no response: the write may have succeeded or not.
    record Unknown(String message) implements WriteOutcome {}
}
