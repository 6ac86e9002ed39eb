package dev.berth.observe.metrics;

/// The numbers of a metric for one combination of label values.
interface MetricCell {
    /// Restarts the count from zero.
    void reset();

    void write(Samples out);

    /// Receives the samples of a cell.
    interface Samples {
        /// @param suffix the suffix of the metric name
        /// @param bound the upper bound of a bucket; otherwise NaN
        void sample(String suffix, double bound, double value);
    }
}
