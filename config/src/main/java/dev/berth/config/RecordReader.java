package dev.berth.config;

import dev.berth.model.GoDuration;
import dev.berth.model.MessageText;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Creates records from JSON: each component is the field with its name.
///
/// All problems are collected, and a document with problems results in no record. Absent and `null`
/// fields have their default value, or else are zero, empty or false.
final class RecordReader {
    /// The result of reflection on a record type, cached because reflection is slow.
    private record Layout(
            List<RecordComponent> components, Set<String> names, Constructor<?> constructor) {
        static Layout of(Class<?> type) {
            List<RecordComponent> components = List.of(type.getRecordComponents());
            Class<?>[] types =
                    components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                return new Layout(
                        components,
                        components.stream()
                                .map(RecordComponent::getName)
                                .collect(Collectors.toUnmodifiableSet()),
                        type.getDeclaredConstructor(types));
            } catch (NoSuchMethodException e) {
                throw notPublic(type, e);
            }
        }
    }

    private static final ClassValue<Layout> LAYOUTS =
            new ClassValue<>() {
                @Override
                protected Layout computeValue(Class<?> type) {
                    return Layout.of(type);
                }
            };

    private final ConfigurationProblems findings;
    private final JsonPath base;

    /// @param base the path of the documents, which messages about decoding leave out
    RecordReader(ConfigurationProblems findings, JsonPath base) {
        this.findings = findings;
        this.base = base;
    }

    /// Creates a record from a document.
    ///
    /// @param defaults the values of absent fields
    <R extends Record> Optional<R> bind(Class<R> type, Json.Obj document, @Nullable R defaults) {
        return Optional.ofNullable(type.cast(bound(type, document, defaults, JsonPath.ROOT)));
    }

    private @Nullable Object bound(
            Class<?> type, Json.Obj object, @Nullable Object defaults, JsonPath at) {
        Layout layout = LAYOUTS.get(type);
        rejectUnknown(object, layout.names(), at);
        var values = new @Nullable Object[layout.components().size()];
        boolean complete = true;
        for (int i = 0; i < values.length; i++) {
            RecordComponent component = layout.components().get(i);
            JsonPath where = at.field(component.getName());
            Optional<Json> given = object.field(component.getName()).filter(RecordReader::isThere);
            boolean unset = given.isEmpty() || isUnset(component.getType(), given.get());
            if (given.isPresent() && !(unset && defaults != null)) {
                values[i] = value(component.getGenericType(), given.get(), where);
            } else if (defaults != null) {
                values[i] = read(component, defaults);
            } else {
                values[i] = absent(component.getGenericType(), where);
            }
            complete &= values[i] != null;
        }
        return complete ? construct(type, layout, values, at) : null;
    }

    private void rejectUnknown(Json.Obj object, Set<String> known, JsonPath at) {
        for (String name : object.fields().keySet()) {
            if (!known.contains(name)) {
                findings.unknownField(whole(at.field(name)), at.field(name));
            }
        }
    }

    private static boolean isThere(Json value) {
        return !(value instanceof Json.Null);
    }

    /// The empty string is not an enum constant and means the default.
    private static boolean isUnset(Class<?> type, Json value) {
        return type.isEnum() && value.equals(Json.Str.EMPTY);
    }

    private static @Nullable Object read(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw notPublic(record.getClass(), e);
        }
    }

    private @Nullable Object construct(
            Class<?> type, Layout layout, @Nullable Object[] values, JsonPath at) {
        try {
            return layout.constructor().newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException invalid) {
                findings.malformed(whole(at), shown(at) + invalid.getMessage());
                return null;
            }
            throw new IllegalStateException("cannot create a " + type.getName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw notPublic(type, e);
        }
    }

    private static IllegalStateException notPublic(Class<?> type, Exception e) {
        return new IllegalStateException(
                "%s cannot be created from a configuration; it must be a public record in an exported package"
                        .formatted(type.getName()),
                e);
    }

    /// The value of an absent field.
    private @Nullable Object absent(Type type, JsonPath at) {
        Class<?> raw = raw(type);
        if (raw == int.class) {
            return 0;
        } else if (raw == long.class) {
            return 0L;
        } else if (raw == double.class) {
            return 0.0;
        } else if (raw == float.class) {
            return 0f;
        } else if (raw == boolean.class) {
            return false;
        } else if (raw == String.class) {
            return "";
        } else if (raw == Duration.class) {
            return Duration.ZERO;
        } else if (raw == List.class) {
            return List.of();
        } else if (raw == Map.class) {
            return Map.of();
        } else if (raw == Optional.class) {
            return Optional.empty();
        } else if (raw == Json.class) {
            return Json.Null.NULL;
        } else if (raw.isEnum()) {
            return constant(raw, "", at);
        }
        return value(type, Json.Obj.EMPTY, at);
    }

    private @Nullable Object value(Type type, Json value, JsonPath at) {
        Class<?> raw = raw(type);
        if (raw == int.class || raw == Integer.class) {
            return whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, at) instanceof Long wide
                    ? Math.toIntExact(wide)
                    : null;
        } else if (raw == long.class || raw == Long.class) {
            return whole(value, Long.MIN_VALUE, Long.MAX_VALUE, at);
        } else if (raw == double.class || raw == Double.class) {
            return value instanceof Json.Num number
                    ? (Object) number.asDouble()
                    : reject(value, at, "is not a number");
        } else if (raw == float.class) {
            return single(value, at);
        } else if (raw == boolean.class || raw == Boolean.class) {
            return value instanceof Json.Bool(boolean flag)
                    ? (Object) flag
                    : reject(value, at, "is neither true nor false");
        } else if (raw == String.class) {
            return value instanceof Json.Str(String text)
                    ? text
                    : reject(value, at, "is not a string");
        } else if (raw == Duration.class) {
            return duration(value, at);
        } else if (raw == List.class) {
            return list(argument(type, 0), value, at);
        } else if (raw == Map.class) {
            return map(argument(type, 1), value, at);
        } else if (raw == Optional.class) {
            Object inner = value(argument(type, 0), value, at);
            return inner == null ? null : Optional.of(inner);
        } else if (raw == Json.class) {
            return value;
        } else if (raw.isEnum()) {
            return value instanceof Json.Str(String text)
                    ? constant(raw, text, at)
                    : reject(value, at, "is not a string");
        }
        return object(raw, value, at);
    }

    private @Nullable Object object(Class<?> type, Json value, JsonPath at) {
        if (!(value instanceof Json.Obj object)) {
            return reject(value, at, "is not an object");
        }
        Optional<ApiTypeReaders.Part> part = ApiTypeReaders.of(type);
        if (part.isPresent()) {
            return part(part.get(), object, at);
        }
        if (!type.isRecord()) {
            throw new IllegalStateException(
                    "a configuration cannot contain a " + type.getName() + ", see PluginProvider");
        }
        return bound(type, object, null, at);
    }

    private @Nullable Object part(ApiTypeReaders.Part part, Json.Obj object, JsonPath at) {
        rejectMismatch(part.sample(), object, at);
        try {
            return part.reader().apply(object);
        } catch (DecodeException e) {
            JsonPath where = FieldPaths.below(at, e.path());
            String value = e.value().isEmpty() ? "" : e.value() + " ";
            findings.malformed(whole(where), shown(where) + value + e.problem());
            return null;
        }
    }

    private void rejectMismatch(Json sample, Json value, JsonPath at) {
        if (sample instanceof Json.Obj known && value instanceof Json.Obj object) {
            rejectUnknown(object, known.fields().keySet(), at);
            known.fields()
                    .forEach((name, inner) ->
                            object.field(name)
                                    .ifPresent(
                                            given -> rejectMismatch(inner, given, at.field(name))));
        } else if (sample instanceof Json.Arr(var samples)
                && value instanceof Json.Arr(var elements)) {
            for (int i = 0; i < elements.size(); i++) {
                rejectMismatch(samples.getFirst(), elements.get(i), at.element(i));
            }
        }
    }

    private @Nullable Object list(Type type, Json value, JsonPath at) {
        if (!(value instanceof Json.Arr(var elements))) {
            return reject(value, at, "is not a list");
        }
        var made = new ArrayList<Object>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            JsonPath where = at.element(i);
            Json element = elements.get(i);
            Object one = isThere(element) ? value(type, element, where) : absent(type, where);
            if (one != null) {
                made.add(one);
            }
        }
        return made.size() == elements.size() ? List.copyOf(made) : null;
    }

    private @Nullable Object map(Type type, Json value, JsonPath at) {
        if (!(value instanceof Json.Obj(var fields))) {
            return reject(value, at, "is not an object");
        }
        var made = new LinkedHashMap<String, Object>();
        fields.forEach((name, field) -> {
            JsonPath where = at.field(name);
            Object one = isThere(field) ? value(type, field, where) : absent(type, where);
            if (one != null) {
                made.put(name, one);
            }
        });
        return made.size() == fields.size() ? Collections.unmodifiableMap(made) : null;
    }

    private @Nullable Object whole(Json value, long least, long max, JsonPath at) {
        if (!(value instanceof Json.Num number) || !number.isWhole()) {
            return reject(value, at, "is not an integer");
        }
        OptionalLong wide = number.asLong();
        if (wide.isEmpty() || wide.getAsLong() < least || wide.getAsLong() > max) {
            String bits = max == Integer.MAX_VALUE ? "32" : "64";
            return reject(value, at, "does not fit in " + bits + " bits");
        }
        return wide.getAsLong();
    }

    private @Nullable Object single(Json value, JsonPath at) {
        if (!(value instanceof Json.Num number)) {
            return reject(value, at, "is not a number");
        }
        float single = (float) number.asDouble();
        return Float.isInfinite(single) ? reject(value, at, "does not fit in 32 bits") : single;
    }

    private @Nullable Object duration(Json value, JsonPath at) {
        if (!(value instanceof Json.Str(String text))) {
            return reject(value, at, "is not a duration such as \"1m30s\"");
        }
        try {
            return GoDuration.parse(text);
        } catch (DateTimeException e) {
            return reject(value, at, "is " + e.getMessage());
        }
    }

    private Object constant(Class<?> type, String word, JsonPath at) {
        List<String> words = new ArrayList<>();
        Object[] constants = type.getEnumConstants();
        for (Object constant : constants) {
            String name = camelCase((Enum<?>) constant);
            if (name.equals(word)) {
                return constant;
            }
            words.add(name);
        }
        findings.unsupported(whole(at), word, words);
        // Any constant is sufficient, because the document is rejected; the other fields are still
        // checked.
        return constants[0];
    }

    /// The constant `MOST_ALLOCATED` is written `MostAllocated` in configurations.
    static String camelCase(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    private @Nullable Object reject(Json value, JsonPath at, String problem) {
        findings.malformed(whole(at), shown(at) + MessageText.plain(value.text()) + " " + problem);
        return null;
    }

    private JsonPath whole(JsonPath at) {
        return FieldPaths.below(base, at);
    }

    private static String shown(JsonPath at) {
        return at.steps().isEmpty() ? "" : at + ": ";
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> raw(generic.getRawType());
            default ->
                    throw new IllegalStateException(
                            "a configuration cannot contain a " + type + ", see PluginProvider");
        };
    }

    private static Type argument(Type type, int index) {
        if (type instanceof ParameterizedType generic) {
            return generic.getActualTypeArguments()[index];
        }
        throw new IllegalStateException(
                "a configuration cannot contain a raw " + type + ", see PluginProvider");
    }
}
