package dev.berth.kube.reflector;

import dev.berth.model.Kind;

/// Told how listening goes, on the feeds' own threads.
public interface ReflectorListener {
    ReflectorListener NONE = new ReflectorListener() {};

    /// Everything there is of the kind has been told.
    ///
    /// @param objects how many there are
    default void listed(Kind kind, int objects) {}

    /// Something went wrong; it is tried again after a while.
    default void failed(Kind kind, String why) {}

    /// An object makes no sense and is passed over, as if it were not there.
    default void unreadable(Kind kind, String why) {}

    /// A watch has ended and the next one begins.
    default void restarted(Kind kind) {}
}
