package dev.berth.sim.controller;

/// One of the controllers. It goes by what is there, not by what happened: a change only says what
/// to look at again.
interface Controller {
    /// Notes what a change makes it look at again.
    void changed(CacheUpdate update);

    /// Looks at it, and returns at how much. Called when the view is as new as the store, own
    /// writes included.
    int settle();
}
