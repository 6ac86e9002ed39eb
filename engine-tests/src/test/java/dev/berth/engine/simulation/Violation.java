package dev.berth.engine.simulation;

/// An invariant does not hold. Whoever finds that as a plugin makes it by [Violations], since what
/// plugins throw is caught.
final class Violation extends AssertionError {
    private final String id;

    Violation(String id, String what) {
        super(id + ": " + what);
        this.id = id;
    }

    String id() {
        return id;
    }
}
