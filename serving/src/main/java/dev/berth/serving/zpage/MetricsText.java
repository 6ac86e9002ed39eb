package dev.berth.serving.zpage;

/// Metrics, as they are now.
public interface MetricsText {
    /// @param accept the media types that are wanted, as the header says; empty if it is absent
    Page scrape(String accept);

    /// Sets to zero what can be.
    default void reset() {}

    /// @param contentType not said if it is empty
    @SuppressWarnings("ArrayRecordComponent") // Pages are never compared.
    record Page(String contentType, byte[] body) {
        public static final Page EMPTY = new Page("", new byte[0]);
    }
}
