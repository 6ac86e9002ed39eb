package dev.berth.observe.log;

import dev.berth.model.KubeObject;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Formats values of keys as JSON.
final class JsonValue {
    private JsonValue() {}

    static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            case KubeObject object -> reference(object, out);
            case Optional<?> optional -> write(optional.orElse(null), out);
            case Set<?> set -> set(set, out);
            case Collection<?> list -> list(list, out);
            case Map<?, ?> map -> map(map, out);
            case Throwable problem -> Quoted.json(ThrowableText.text(problem), out);
            default -> Quoted.json(value.toString(), out);
        }
    }

    private static void reference(KubeObject object, StringBuilder out) {
        out.append("{\"name\":");
        Quoted.json(object.meta().name(), out);
        if (!object.meta().namespace().isEmpty()) {
            out.append(",\"namespace\":");
            Quoted.json(object.meta().namespace(), out);
        }
        out.append('}');
    }

    // Parity: sets.Set is a map with empty structs in Go, so JSON shows an object with empty
    // objects.
    private static void set(Set<?> set, StringBuilder out) {
        out.append('{');
        String between = "";
        for (Object each : set) {
            out.append(between);
            Quoted.json(String.valueOf(each), out);
            out.append(":{}");
            between = ",";
        }
        out.append('}');
    }

    private static void list(Collection<?> list, StringBuilder out) {
        out.append('[');
        String between = "";
        for (Object each : list) {
            out.append(between);
            write(each, out);
            between = ",";
        }
        out.append(']');
    }

    private static void map(Map<?, ?> map, StringBuilder out) {
        out.append('{');
        String between = "";
        for (Map.Entry<?, ?> each : map.entrySet()) {
            out.append(between);
            Quoted.json(String.valueOf(each.getKey()), out);
            out.append(':');
            write(each.getValue(), out);
            between = ",";
        }
        out.append('}');
    }
}
