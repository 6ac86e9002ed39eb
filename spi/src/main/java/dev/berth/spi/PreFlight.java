package dev.berth.spi;

/// Whether a PreBind plugin has anything to do for a pod (kube-scheduler: the result of
/// `PreBindPreFlight`).
///
/// @param needed whether [PreBind#preBind] must run
/// @param parallel whether it can run in parallel with the PreBind plugins next to it that also
///   allow this
public record PreFlight(boolean needed, boolean parallel) {
    public static final PreFlight SKIP = new PreFlight(false, true);
    public static final PreFlight NEEDED = new PreFlight(true, false);
    public static final PreFlight NEEDED_IN_PARALLEL = new PreFlight(true, true);
}
