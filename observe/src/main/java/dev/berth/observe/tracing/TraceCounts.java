package dev.berth.observe.tracing;

/// The spans of a process since its start.
///
/// @param exported the number of spans that the collector has taken
/// @param queueFull the number of spans that were dropped because too many waited
/// @param rejected the number of spans that the collector has rejected
/// @param unavailable the number of spans that were dropped because no request succeeded
public record TraceCounts(long exported, long queueFull, long rejected, long unavailable) {
    public static final TraceCounts NONE = new TraceCounts(0, 0, 0, 0);
}
