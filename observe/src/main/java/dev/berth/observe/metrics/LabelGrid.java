package dev.berth.observe.metrics;

import org.jspecify.annotations.Nullable;

import java.util.function.BiFunction;

/// Cells by two labels that are enums, found without looking up text.
final class LabelGrid<A extends Enum<A>, B extends Enum<B>, C extends MetricCell> {
    private final @Nullable MetricCell[][] cells;
    private final BiFunction<A, B, C> family;

    /// @param family finds the cell when it is first wanted
    LabelGrid(Class<A> first, Class<B> second, BiFunction<A, B, C> family) {
        cells = new MetricCell[first.getEnumConstants().length][second.getEnumConstants().length];
        this.family = family;
    }

    // Only what the family gave is in there. An array may be filled by two threads at once, which a
    // map by enum may not.
    @SuppressWarnings({"unchecked", "EnumOrdinal"})
    C of(A a, B b) {
        MetricCell cell = cells[a.ordinal()][b.ordinal()];
        if (cell == null) {
            // Two threads may get here at once; both find the same cell.
            cell = family.apply(a, b);
            cells[a.ordinal()][b.ordinal()] = cell;
        }
        return (C) cell;
    }
}
