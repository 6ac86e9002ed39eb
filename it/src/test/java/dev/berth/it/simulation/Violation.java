package dev.berth.it.simulation;

/// An invariant does not hold; an error and not an exception, so that no plugin boundary swallows
/// it.
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
