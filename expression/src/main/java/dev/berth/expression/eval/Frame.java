package dev.berth.expression.eval;

import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

/// One evaluation: its variables and its cost.
public final class Frame {
    /// The slot of the variable `device`.
    public static final int DEVICE = 0;

    private static final int INTERRUPTION_CHECK = 100;

    private final @Nullable Value[] variables;
    private final boolean[] collecting;
    private final long limit;
    private final Runnable interruption;
    private long cost;
    private int iterations;

    /// An evaluation that does not end early.
    ///
    /// @param slots the number of variables
    /// @param limit the largest cost
    public Frame(int slots, Value device, long limit) {
        this(slots, device, limit, () -> {});
    }

    /// @param slots the number of variables
    /// @param limit the largest cost
    /// @param interruption throws an exception to end the evaluation
    public Frame(int slots, Value device, long limit, Runnable interruption) {
        this.variables = new @Nullable Value[slots];
        this.collecting = new boolean[slots];
        this.limit = limit;
        this.interruption = interruption;
        variables[DEVICE] = device;
    }

    public long cost() {
        return cost;
    }

    /// @throws CostLimitException if the cost is higher than the limit
    void charge(long amount) {
        cost += amount;
        if (cost > limit) {
            throw new CostLimitException();
        }
    }

    /// One more iteration of a comprehension (cel-go: `InterruptCheckFrequency`).
    void iterated() {
        iterations++;
        if (iterations % INTERRUPTION_CHECK == 0) {
            interruption.run();
        }
    }

    @Nullable Value variable(int slot) {
        return variables[slot];
    }

    void set(int slot, @Nullable Value value) {
        variables[slot] = value;
    }

    /// If the accumulator in a slot is a list or a map that grows in place.
    boolean isCollecting(int slot) {
        return collecting[slot];
    }

    void setCollecting(int slot, boolean grows) {
        collecting[slot] = grows;
    }
}
