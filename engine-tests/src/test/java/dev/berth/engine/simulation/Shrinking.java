package dev.berth.engine.simulation;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// Shortens a failing event sequence while it still fails.
final class Shrinking {
    private static final int MAX_TRIES = 2_000;

    /// A short failing event sequence.
    record Found(List<Integer> choices, Throwable problem, List<String> log) {}

    private Shrinking() {}

    static Found shrink(List<Integer> failing) {
        Found best = tryOut(failing);
        if (best == null) {
            return new Found(failing, new IllegalStateException("does not fail again"), List.of());
        }
        int tries = 0;
        for (int chunk = Math.max(1, best.choices().size() / 2); chunk > 0; chunk /= 2) {
            for (int from = 0;
                    from + chunk <= best.choices().size() && tries < MAX_TRIES;
                    tries++) {
                Found shorter = tryOut(Choices.without(best.choices(), from, from + chunk));
                if (shorter == null) {
                    from += chunk;
                } else {
                    best = shorter;
                }
            }
        }
        return best;
    }

    private static @Nullable Found tryOut(List<Integer> choices) {
        var sequence = new EventSequence(Choices.replay(choices));
        try {
            sequence.run();
            return null;
        } catch (Violation | RuntimeException problem) {
            return new Found(choices, problem, sequence.log());
        }
    }
}
