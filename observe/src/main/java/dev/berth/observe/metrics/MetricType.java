package dev.berth.observe.metrics;

/// What kind of numbers a metric has.
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
