package dev.berth.spi;

/// Whether a pre-bind plugin has anything to do for a pod, and whether it may run beside its
/// neighbours.
public record PreFlight(boolean needed, boolean parallel) {
    public static final PreFlight SKIP = new PreFlight(false, true);
    public static final PreFlight NEEDED = new PreFlight(true, false);
    public static final PreFlight NEEDED_IN_PARALLEL = new PreFlight(true, true);
}
