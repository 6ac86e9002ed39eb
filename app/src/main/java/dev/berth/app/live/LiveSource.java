package dev.berth.app.live;

/// The source of the live view, which also controls the scheduler.
interface LiveSource {
    /// @throws IllegalStateException if the cluster has stopped
    LiveSnapshot picture() throws InterruptedException;

    void pause(boolean on);

    /// Schedules one pod while the scheduler is paused.
    void step();
}
