package dev.berth.observe.metrics;

/// The numbers of a metric for one set of label values.
interface MetricCell {
    /// From now on only what comes is counted.
    void reset();

    void write(Samples out);

    /// Where the numbers of a cell go.
    interface Samples {
        /// @param suffix what follows the name of the metric
        /// @param bound the upper bound of a bucket; NaN for anything else
        void sample(String suffix, double bound, double value);
    }
}
