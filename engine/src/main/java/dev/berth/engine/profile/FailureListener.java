package dev.berth.engine.profile;

/// Told when a plugin threw where nobody fails for it.
@FunctionalInterface
public interface FailureListener {
    /// @param point where, as failures are counted
    void failed(String plugin, String point, Throwable problem);
}
