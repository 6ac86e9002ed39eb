package dev.berth.app.terminal;

import java.time.Duration;
import java.util.Optional;

/// A terminal with a full screen and single keys.
public interface Terminal {
    record Size(int columns, int rows) {}

    Size size();

    /// Switches to the alternate screen; [#leave] restores the previous contents.
    void enter();

    /// Restores the screen; may be called several times.
    void leave();

    /// Stops the process, as Ctrl-Z does, until it is continued; the screen is restored meanwhile.
    void suspend();

    void write(String text);

    /// The next key, if one arrives in time.
    Optional<KeyPress> key(Duration atMost) throws InterruptedException;

    /// Whether the screen must be repainted because the process was stopped or the size has
    /// changed. The call resets the flag.
    boolean disturbed();
}
