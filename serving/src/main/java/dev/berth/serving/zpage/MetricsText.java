package dev.berth.serving.zpage;

/// The current metrics.
public interface MetricsText {
    /// @param accept the `Accept` header; empty if it is absent
    Page scrape(String accept);

    /// Resets the counters that can be reset.
    default void reset() {}

    /// @param contentType absent from the response if empty
    @SuppressWarnings("ArrayRecordComponent") // Pages are never compared.
    record Page(String contentType, byte[] body) {
        public static final Page EMPTY = new Page("", new byte[0]);
    }
}
