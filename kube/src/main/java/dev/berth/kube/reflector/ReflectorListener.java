package dev.berth.kube.reflector;

import dev.berth.model.Kind;

/// Receives the progress of reflectors, on the threads of the reflectors.
public interface ReflectorListener {
    ReflectorListener NONE = new ReflectorListener() {};

    /// An object was received and is delivered next.
    default void received(Kind kind) {}

    /// The received object was delivered.
    default void delivered(Kind kind, String resourceVersion) {}

    /// All objects of the kind up to this version have been delivered.
    default void reached(Kind kind, String resourceVersion) {}

    /// All objects of the kind have been delivered.
    ///
    /// @param objects the number of objects
    default void listed(Kind kind, int objects) {}

    /// A list or watch failed; the reflector retries after a delay.
    default void failed(Kind kind, String why) {}

    /// Not even the name of an object can be decoded; the object is ignored.
    default void unreadable(Kind kind, String why) {}

    /// Some fields of an object cannot be decoded; the object was delivered without them. Reported
    /// again only when the problem changes.
    default void incomplete(Kind kind, String key, String why) {}

    /// A watch ended and the next one begins.
    default void restarted(Kind kind) {}
}
