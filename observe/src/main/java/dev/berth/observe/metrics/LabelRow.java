package dev.berth.observe.metrics;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/// Cells by one enum label, without lookups by text.
final class LabelRow<A extends Enum<A>, C extends MetricCell> {
    private final @Nullable MetricCell[] cells;
    private final Function<A, C> family;

    /// @param family returns the cell at its first use
    LabelRow(Class<A> label, Function<A, C> family) {
        cells = new MetricCell[label.getEnumConstants().length];
        this.family = family;
    }

    // The array contains only cells of the family. Two threads can fill an array at the same time,
    // but not an EnumMap.
    @SuppressWarnings({"unchecked", "EnumOrdinal"})
    C of(A a) {
        MetricCell cell = cells[a.ordinal()];
        if (cell == null) {
            cell = family.apply(a);
            cells[a.ordinal()] = cell;
        }
        return (C) cell;
    }
}
