package dev.berth.observe.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// The metrics of one endpoint. One thread creates them at startup; any thread can read them.
public final class MetricRegistry {
    private final MetricOptions options;
    private final List<MetricFamily<?>> families = new ArrayList<>();
    private final List<Runnable> updates = new ArrayList<>();
    private int disabled;
    private int hidden;

    public MetricRegistry(MetricOptions options) {
        this.options = options;
    }

    /// A counter with one writing thread.
    MetricFamily<Counter> counter(String name, Stability stability, String help, String... labels) {
        return add(MetricType.COUNTER, () -> new Counter(false), name, stability, help, labels);
    }

    MetricFamily<Counter> sharedCounter(
            String name, Stability stability, String help, String... labels) {
        return add(MetricType.COUNTER, () -> new Counter(true), name, stability, help, labels);
    }

    /// A counter of another component, which is read.
    MetricFamily<Gauge> reading(String name, Stability stability, String help, String... labels) {
        return add(MetricType.COUNTER, Gauge::new, name, stability, help, labels);
    }

    MetricFamily<Gauge> gauge(String name, Stability stability, String help, String... labels) {
        return add(MetricType.GAUGE, Gauge::new, name, stability, help, labels);
    }

    /// A histogram with one writing thread.
    MetricFamily<Histogram> histogram(
            String name, Stability stability, String help, Buckets buckets, String... labels) {
        return add(
                MetricType.HISTOGRAM,
                () -> new Histogram(buckets, false),
                name,
                stability,
                help,
                labels);
    }

    MetricFamily<Histogram> sharedHistogram(
            String name, Stability stability, String help, Buckets buckets, String... labels) {
        return add(
                MetricType.HISTOGRAM,
                () -> new Histogram(buckets, true),
                name,
                stability,
                help,
                labels);
    }

    /// A histogram that a version has deprecated, and that is hidden by default.
    MetricFamily<Histogram> deprecatedHistogram(
            String since,
            String name,
            Stability stability,
            String help,
            Buckets buckets,
            String... labels) {
        return add(
                new MetricFamily<>(
                        new MetricDescription(
                                name,
                                MetricType.HISTOGRAM,
                                stability,
                                help,
                                List.of(labels),
                                since),
                        () -> new Histogram(buckets, false),
                        options.labels()));
    }

    private <C extends MetricCell> MetricFamily<C> add(
            MetricType type,
            Supplier<C> maker,
            String name,
            Stability stability,
            String help,
            String... labels) {
        return add(
                new MetricFamily<>(
                        new MetricDescription(name, type, stability, help, labels),
                        maker,
                        options.labels()));
    }

    /// Adds a family. A disabled or hidden family can be written, but is not exposed.
    <C extends MetricCell> MetricFamily<C> add(MetricFamily<C> family) {
        MetricDescription description = family.description();
        if (options.disabled().contains(description.name())) {
            disabled++;
        } else if (!description.deprecatedSince().isEmpty() && !options.showHidden()) {
            hidden++;
        } else {
            families.add(family);
        }
        return family;
    }

    /// Returns the registry for metrics of a feature: this one if the feature is enabled, otherwise
    /// one that is not exposed.
    MetricRegistry gated(boolean on) {
        return on ? this : new MetricRegistry(options);
    }

    /// Registers an update that runs before the metrics are read.
    void before(Runnable update) {
        updates.add(update);
    }

    /// Returns the exposed families by name.
    List<MetricFamily<?>> families() {
        updates.forEach(Runnable::run);
        return families.stream()
                .sorted(
                        Comparator.comparing(
                                (MetricFamily<?> family) -> family.description().name()))
                .toList();
    }

    /// Resets counters and histograms to zero.
    public void reset() {
        families.forEach(MetricFamily::reset);
    }

    MetricOptions options() {
        return options;
    }

    int disabled() {
        return disabled;
    }

    int hidden() {
        return hidden;
    }

    /// Returns the number of exposed metrics with a stability level.
    long count(Stability stability) {
        return families.stream()
                .filter(family -> family.description().stability() == stability)
                .count();
    }
}
