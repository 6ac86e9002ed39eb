package dev.berth.observe.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A counter.
///
/// Most counters have a single writing thread and need no atomic addition, which makes them cheap
/// enough for the scheduling thread.
final class Counter implements MetricCell {
    private static final VarHandle VALUE = handle();

    private final boolean shared;
    private volatile long base;

    @SuppressWarnings("UnusedVariable") // Written through its handle.
    private long value;

    /// @param shared whether several threads write the counter
    Counter(boolean shared) {
        this.shared = shared;
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void add(long more) {
        if (shared) {
            VALUE.getAndAdd(this, more);
        } else {
            VALUE.setOpaque(this, (long) VALUE.get(this) + more);
        }
    }

    long value() {
        return (long) VALUE.getOpaque(this) - base;
    }

    @Override
    public void reset() {
        base = (long) VALUE.getOpaque(this);
    }

    @Override
    public void write(Samples out) {
        out.sample("", Double.NaN, (double) value());
    }
}
