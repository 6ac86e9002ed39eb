package dev.berth.engine.simulation;

import java.util.concurrent.ConcurrentLinkedQueue;

/// Remembers what plugins of the simulation found: they are called where the engine catches all
/// that a plugin throws.
final class Violations {
    private final ConcurrentLinkedQueue<Violation> found = new ConcurrentLinkedQueue<>();

    /// To be thrown.
    Violation of(String id, String what) {
        var violation = new Violation(id, what);
        found.add(violation);
        return violation;
    }

    /// One that was found already, to be thrown on.
    Violation remembered(Violation violation) {
        found.add(violation);
        return violation;
    }

    /// Throws what was found first, if anything was.
    void check() {
        Violation first = found.peek();
        if (first != null) {
            throw first;
        }
    }
}
