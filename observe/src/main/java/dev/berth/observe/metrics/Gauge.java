package dev.berth.observe.metrics;

/// A number that is set: how much there is now, or how much somebody else has counted.
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

    /// What somebody else counts begins anew; what there is now stays.
    @Override
    public void reset() {
        base = value;
    }

    @Override
    public void write(Samples out) {
        out.sample("", Double.NaN, value());
    }
}
