package dev.berth.observe.metrics;

/// The type of a metric.
enum MetricType {
    COUNTER("counter"),
    GAUGE("gauge"),
    HISTOGRAM("histogram");

    private final String label;

    MetricType(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
