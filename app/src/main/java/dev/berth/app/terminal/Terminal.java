package dev.berth.app.terminal;

import java.time.Duration;
import java.util.Optional;

/// A terminal that is written to as a whole, and whose keys come one by one.
public interface Terminal {
    record Size(int columns, int rows) {}

    Size size();

    /// Takes the whole screen; what stood there comes back with [#leave].
    void enter();

    /// Gives the screen back as it was; again and again does no harm.
    void leave();

    /// Stops the process, as Ctrl-Z does, until it is continued; the screen is given back
    /// meanwhile.
    void suspend();

    void write(String text);

    /// The next key, if one comes in time.
    Optional<Key> key(Duration atMost) throws InterruptedException;

    /// Whether what was written may no longer be there, or have room: the process was stopped, or
    /// the size is another. Asking forgets it.
    boolean disturbed();
}
