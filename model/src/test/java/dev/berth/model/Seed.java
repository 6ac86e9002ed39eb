package dev.berth.model;

import java.util.SplittableRandom;

/// The random seed of tests: a new one for each run, or the value of `-Dtest.seed`.
public final class Seed {
    private final long value = Long.getLong("test.seed", new SplittableRandom().nextLong());

    public SplittableRandom random() {
        return new SplittableRandom(value);
    }

    /// The option that repeats the run, for the description of assertions.
    @Override
    public String toString() {
        return "-Dtest.seed=" + value;
    }
}
