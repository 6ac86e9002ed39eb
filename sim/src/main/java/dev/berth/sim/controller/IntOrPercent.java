package dev.berth.sim.controller;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// Numbers and percentages in the fields of objects.
final class IntOrPercent {
    private IntOrPercent() {}

    /// The number, or null for 0 where Kubernetes omits zeros.
    static Json orNone(long value) {
        return value == 0 ? Json.Null.NULL : Json.of(value);
    }

    /// A number, or a percentage of `whole`.
    ///
    /// @param up whether the result is rounded up
    static long share(Json.Obj object, Path path, String otherwise, long whole, boolean up) {
        Json value = path.find(object).orElseGet(() -> Json.of(otherwise));
        if (value instanceof Json.Num number) {
            return number.asLong().orElse(0);
        }
        String text = value instanceof Json.Str(var words) ? words : otherwise;
        long percent = text.endsWith("%") ? digits(text.substring(0, text.length() - 1)) : 0;
        return up ? Math.ceilDiv(percent * whole, 100) : Math.floorDiv(percent * whole, 100);
    }

    private static long digits(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException unreadable) {
            return 0;
        }
    }
}
