package dev.berth.observe.metrics;

import org.jspecify.annotations.Nullable;

import java.util.function.BiFunction;

/// Cells by two enum labels, without lookups by text.
final class LabelGrid<A extends Enum<A>, B extends Enum<B>, C extends MetricCell> {
    private final @Nullable MetricCell[][] cells;
    private final BiFunction<A, B, C> family;

    /// @param family returns the cell at its first use
    LabelGrid(Class<A> first, Class<B> second, BiFunction<A, B, C> family) {
        cells = new MetricCell[first.getEnumConstants().length][second.getEnumConstants().length];
        this.family = family;
    }

    // The array contains only cells of the family. Two threads can fill an array at the same time,
    // but not an EnumMap.
    @SuppressWarnings({"unchecked", "EnumOrdinal"})
    C of(A a, B b) {
        MetricCell cell = cells[a.ordinal()][b.ordinal()];
        if (cell == null) {
            // Two threads can run this concurrently; both get the same cell.
            cell = family.apply(a, b);
            cells[a.ordinal()][b.ordinal()] = cell;
        }
        return (C) cell;
    }
}
