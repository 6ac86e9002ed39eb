package dev.berth.kube.lease;

/// Receives the changes of a leader election. The election calls it on its own thread, so
/// implementations must not block. client-go: `LeaderCallbacks`.
public interface ElectionListener {
    /// This process is the leader now.
    void started();

    /// This process is no longer the leader. Its permission to write ended before this call.
    void stopped();

    /// A renewal had to read the lease before it could update it.
    default void slowPath() {}

    /// The leader changed.
    ///
    /// @param identity the identity of the leader, possibly of this process; empty if there is none
    void newLeader(String identity);
}
