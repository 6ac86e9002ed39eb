package dev.berth.app.live;

/// Whom the view asks what to show, and tells what its user wants.
interface LiveSource {
    /// @throws IllegalStateException if there is nothing left to show
    LiveSnapshot picture() throws InterruptedException;

    void pause(boolean on);

    /// While paused, one more pod.
    void step();
}
