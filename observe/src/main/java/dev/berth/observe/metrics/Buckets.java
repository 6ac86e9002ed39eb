package dev.berth.observe.metrics;

/// Upper bounds of the buckets of a histogram, and the unit of what is put into them.
///
/// @param perUnit how many of what is observed make one of what is shown: 1e9 for nanoseconds shown
///   as seconds
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Buckets(double[] bounds, double perUnit) {
    private static final double NANOS_A_SECOND = 1e9;

    /// Each bound `factor` times the one before. Multiplied step by step, as Go does it: dashboards
    /// name buckets by the digits that come of that.
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

    /// The largest observation that falls into each bucket.
    long[] limits() {
        var limits = new long[bounds.length];
        for (int i = 0; i < limits.length; i++) {
            // A bound that is a whole number of units must not lose one by rounding.
            limits[i] = (long) Math.floor(bounds[i] * perUnit * (1 + 1e-12));
        }
        return limits;
    }
}
