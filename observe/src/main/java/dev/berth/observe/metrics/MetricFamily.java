package dev.berth.observe.metrics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A metric with all its label values. Cells are created at their first use and kept, so frequent
/// writers look up a cell once.
final class MetricFamily<C extends MetricCell> {
    private final MetricDescription description;
    private final Supplier<C> maker;
    private final LabelLimits limits;
    private final Map<List<String>, C> cells = new ConcurrentHashMap<>();

    MetricFamily(MetricDescription description, Supplier<C> maker, LabelLimits limits) {
        this.description = description;
        this.maker = maker;
        this.limits = limits;
        if (description.labels().isEmpty()) {
            of();
        }
    }

    /// Returns the cell of these label values, in the order of the labels.
    C of(String... values) {
        if (values.length != description.labels().size()) {
            throw new IllegalArgumentException(
                    "%s has labels %s, was given %d values"
                            .formatted(description.name(), description.labels(), values.length));
        }
        return cells.computeIfAbsent(limits.apply(description, values), key -> maker.get());
    }

    MetricDescription description() {
        return description;
    }

    Map<List<String>, C> cells() {
        return cells;
    }

    /// Removes all cells.
    void clear() {
        cells.clear();
    }

    void reset() {
        if (description.type() != MetricType.GAUGE) {
            cells.values().forEach(MetricCell::reset);
        }
    }
}
