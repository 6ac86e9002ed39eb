package dev.berth.model;

import java.util.SplittableRandom;

/// Chance for tests: another one each time, or the one given by `-Dtest.seed`.
public final class Seed {
    private final long value = Long.getLong("test.seed", new SplittableRandom().nextLong());

    public SplittableRandom random() {
        return new SplittableRandom(value);
    }

    /// For the description of assertions.
    @Override
    public String toString() {
        return "-Dtest.seed=" + value;
    }
}
