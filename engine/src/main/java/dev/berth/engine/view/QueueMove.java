package dev.berth.engine.view;

/// A pod entered a queue, and why.
public record QueueMove(String queue, String event, long atNanos) {
    /// The event of a pod that is deferred, because the scheduling thread has hung during an
    /// attempt for it.
    public static final String DEFERRED_AFTER_HANG = "DeferredAfterHang";

    /// The event of a pod that is evaluated again after a reload of the configuration.
    public static final String CONFIGURATION_RELOAD = "ConfigurationReload";
}
