package dev.berth.engine.port;

/// The result of a reload of the configuration.
public sealed interface ReloadOutcome {
    /// The configuration is in force.
    ///
    /// @param reevaluated how many pending pods were evaluated again
    record InForce(int reevaluated) implements ReloadOutcome {}

    /// The configuration before remains in force.
    ///
    /// @param message why, and what to do
    /// @param restart whether a restart puts the configuration in force
    record Rejected(String message, boolean restart) implements ReloadOutcome {}
}
