package dev.berth.observe.metrics;

/// A value that is set: the current amount, or a counter of another component.
final class Gauge implements MetricCell {
    private volatile double value;
    private volatile double base;

    void set(double now) {
        value = now;
    }

    void set(long now) {
        value = (double) now;
    }

    double value() {
        return value - base;
    }

    /// Resets a counter of another component to zero; gauges keep their value.
    @Override
    public void reset() {
        base = value;
    }

    @Override
    public void write(Samples out) {
        out.sample("", Double.NaN, value());
    }
}
