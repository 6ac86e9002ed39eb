package dev.berth.spi;

/// What becomes of a pod's promise of a node.
public sealed interface Nomination {
    Nomination KEEP = new Keep();
    Nomination CLEAR = new Nominate("");

    /// It stays as it is.
    record Keep() implements Nomination {}

    /// It becomes this node; the empty name takes it away.
    record Nominate(String node) implements Nomination {}
}
