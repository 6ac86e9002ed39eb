package dev.berth.sim.controller;

/// A controller. It is level-triggered: a change only adds the keys to reconcile to its work queue.
interface Controller {
    /// Adds the keys that a change affects to the work queue.
    void changed(CacheUpdate update);

    /// Reconciles the queued keys, and returns their number. The cache is up to date when this
    /// method is called, including the controller's own writes.
    int settle();
}
