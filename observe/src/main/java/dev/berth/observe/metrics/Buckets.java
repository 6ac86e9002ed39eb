package dev.berth.observe.metrics;

/// The upper bounds of the buckets of a histogram, and the unit of the observations.
///
/// @param perUnit the number of observed units in one exposed unit: 1e9 for nanoseconds that are
///   exposed as seconds
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Buckets(double[] bounds, double perUnit) {
    private static final double NANOS_A_SECOND = 1e9;

    /// Exponential bounds, multiplied step by step as Go does, because dashboards identify buckets
    /// by the resulting digits.
    static Buckets seconds(double first, double factor, int count) {
        return new Buckets(exponential(first, factor, count), NANOS_A_SECOND);
    }

    static Buckets seconds(double... bounds) {
        return new Buckets(bounds, NANOS_A_SECOND);
    }

    static Buckets counts(double first, double factor, int count) {
        return new Buckets(exponential(first, factor, count), 1);
    }

    static Buckets of(double... bounds) {
        return new Buckets(bounds, 1);
    }

    private static double[] exponential(double first, double factor, int count) {
        var bounds = new double[count];
        double bound = first;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return bounds;
    }

    /// The largest observation of each bucket.
    long[] limits() {
        var limits = new long[bounds.length];
        for (int i = 0; i < limits.length; i++) {
            // Rounding must not lower a bound that is a whole number of units.
            limits[i] = (long) Math.floor(bounds[i] * perUnit * (1 + 1e-12));
        }
        return limits;
    }
}
