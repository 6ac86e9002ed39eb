package dev.berth.spi;

/// Registers the cluster events that can make pods schedulable that this plugin rejected
/// (kube-scheduler: `EnqueueExtensions`). Every event can requeue a pod that was rejected by a
/// plugin without this interface.
public interface EnqueueExtensions extends Plugin {
    /// Registers the events and their queueing hints. Called once, after the plugin is created
    /// (kube-scheduler: `EventsToRegister`).
    void eventsToRegister(QueueingHints hints);
}
