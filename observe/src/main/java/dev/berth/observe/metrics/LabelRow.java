package dev.berth.observe.metrics;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/// Cells by one label that is an enum, found without looking up text.
final class LabelRow<A extends Enum<A>, C extends MetricCell> {
    private final @Nullable MetricCell[] cells;
    private final Function<A, C> family;

    /// @param family finds the cell when it is first wanted
    LabelRow(Class<A> label, Function<A, C> family) {
        cells = new MetricCell[label.getEnumConstants().length];
        this.family = family;
    }

    // Only what the family gave is in there. An array may be filled by two threads at once, which a
    // map by enum may not.
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
