package dev.berth.app.live;

/// Whom the view asks what to show, and tells what its user wants.
interface Source {
    /// @throws IllegalStateException if there is nothing left to show
    Picture picture() throws InterruptedException;

    void pause(boolean on);

    /// While paused, one more pod.
    void step();
}
