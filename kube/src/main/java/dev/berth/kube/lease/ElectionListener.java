package dev.berth.kube.lease;

/// Hears how an election goes; called on the election's thread, so it must not wait.
public interface ElectionListener {
    /// We lead.
    void started();

    /// We led and do so no more. Nothing may be written since some time before this.
    void stopped();

    /// The lease had to be read before it could be renewed.
    default void slowPath() {}

    /// Somebody leads, possibly we; empty if nobody does.
    void newLeader(String identity);
}
