package dev.berth.model.json;

import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Reads the fields of an object during decoding, and keeps its path in the document.
///
/// A `null` field counts as absent, and unknown fields are ignored. A value of the wrong type
/// causes a [DecodeException]. There is no conversion between types, and an integer has no fraction
/// and no exponent: `1.0` is not an integer.
public final class Fields {
    private static final int NO_INDEX = -1;

    private final Obj object;
    private final @Nullable Fields parent;
    private final String name;
    private final int index;

    private Fields(Obj object, @Nullable Fields parent, String name, int index) {
        this.object = object;
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    public static Fields of(Obj document) {
        return new Fields(document, null, "", NO_INDEX);
    }

    public Obj object() {
        return object;
    }

    public JsonPath path() {
        if (parent == null) {
            return JsonPath.ROOT;
        }
        JsonPath path = parent.path().field(name);
        return index == NO_INDEX ? path : path.element(index);
    }

    /// Whether the field exists and is not `null`.
    public boolean has(String field) {
        return value(field) != null;
    }

    /// The value, if the field exists and is not `null`.
    public Optional<Json> json(String field) {
        return Optional.ofNullable(value(field));
    }

    private @Nullable Json value(String field) {
        Json value = object.fields().get(field);
        return value instanceof Null ? null : value;
    }

    private Json required(String field) {
        Json value = value(field);
        if (value == null) {
            throw new DecodeException(path().field(field), "", "is missing");
        }
        return value;
    }

    public String text(String field) {
        return text(field, required(field));
    }

    public String text(String field, String absent) {
        Json value = value(field);
        return value == null ? absent : text(field, value);
    }

    public Optional<String> optionalText(String field) {
        Json value = value(field);
        return value == null ? Optional.empty() : Optional.of(text(field, value));
    }

    private String text(String field, Json value) {
        if (value instanceof Str(var text)) {
            return text;
        }
        throw failure(path().field(field), value, "is not a string");
    }

    public int integer(String field) {
        return integer(field, required(field));
    }

    public int integer(String field, int absent) {
        Json value = value(field);
        return value == null ? absent : integer(field, value);
    }

    public OptionalInt optionalInteger(String field) {
        Json value = value(field);
        return value == null ? OptionalInt.empty() : OptionalInt.of(integer(field, value));
    }

    private int integer(String field, Json value) {
        long wide = longValue(field, value);
        if ((int) wide != wide) {
            throw failure(path().field(field), value, "does not fit in 32 bits");
        }
        return (int) wide;
    }

    public long longValue(String field) {
        return longValue(field, required(field));
    }

    public long longValue(String field, long absent) {
        Json value = value(field);
        return value == null ? absent : longValue(field, value);
    }

    private long longValue(String field, Json value) {
        if (!(value instanceof Num number) || !number.isWhole()) {
            throw failure(path().field(field), value, "is not an integer");
        }
        return number.asLong()
                .orElseThrow(() -> failure(path().field(field), value, "does not fit in 64 bits"));
    }

    public boolean bool(String field) {
        return bool(field, required(field));
    }

    public boolean bool(String field, boolean absent) {
        Json value = value(field);
        return value == null ? absent : bool(field, value);
    }

    private boolean bool(String field, Json value) {
        if (value instanceof Bool(var flag)) {
            return flag;
        }
        throw failure(path().field(field), value, "is neither true nor false");
    }

    public Quantity quantity(String field) {
        return quantity(() -> path().field(field), required(field));
    }

    public Optional<Quantity> optionalQuantity(String field) {
        Json value = value(field);
        return value == null
                ? Optional.empty()
                : Optional.of(quantity(() -> path().field(field), value));
    }

    /// Amounts by resource name. An amount of `null` counts as zero.
    public Map<String, Quantity> quantities(String field) {
        return entries(
                field,
                (key, value) ->
                        value instanceof Null
                                ? Quantity.ZERO
                                : quantity(() -> entry(field, key), value));
    }

    private static Quantity quantity(Supplier<JsonPath> at, Json value) {
        try {
            return switch (value) {
                // Parity: Quantity.UnmarshalJSON allows white space around the amount, and numbers
                // without quotes.
                case Str(var text) -> Quantity.parse(stripped(text));
                case Num(var literal) -> Quantity.parse(literal);
                case Obj _, Arr _, Bool _, Null _ ->
                        throw failure(at.get(), value, "is not a quantity");
            };
        } catch (QuantityException e) {
            throw failure(at.get(), value, "is not a quantity: " + e.problem());
        }
    }

    public Instant instant(String field) {
        return instant(field, required(field));
    }

    public Optional<Instant> optionalInstant(String field) {
        Json value = value(field);
        return value == null ? Optional.empty() : Optional.of(instant(field, value));
    }

    private Instant instant(String field, Json value) {
        try {
            return Rfc3339.parse(text(field, value));
        } catch (DateTimeException e) {
            throw failure(path().field(field), value, "is not a time: " + e.getMessage());
        }
    }

    /// The object in a field, or an object without fields.
    public Fields object(String field) {
        Json value = value(field);
        return value == null
                ? new Fields(Obj.EMPTY, this, field, NO_INDEX)
                : objectIn(field, NO_INDEX, value);
    }

    /// The object in a field, if there is one.
    public Optional<Fields> optionalObject(String field) {
        Json value = value(field);
        return value == null ? Optional.empty() : Optional.of(objectIn(field, NO_INDEX, value));
    }

    /// The decoded object in a field, if there is one.
    public <T> Optional<T> optional(String field, Function<Fields, T> decoder) {
        return optionalObject(field).map(decoder);
    }

    private Fields objectIn(String field, int at, Json value) {
        if (value instanceof Obj inner) {
            return new Fields(inner, this, field, at);
        }
        JsonPath where = path().field(field);
        throw failure(at == NO_INDEX ? where : where.element(at), value, "is not an object");
    }

    /// The decoded objects in a list, or an empty list. An element of `null` has no fields.
    public <T> List<T> list(String field, Function<Fields, T> decoder) {
        return elements(
                field,
                (at, element) ->
                        decoder.apply(
                                element instanceof Null
                                        ? new Fields(Obj.EMPTY, this, field, at)
                                        : objectIn(field, at, element)));
    }

    /// The strings in a list, or an empty list. An element of `null` is the empty string.
    public List<String> texts(String field) {
        return elements(
                field,
                (at, element) ->
                        switch (element) {
                            case Str(var text) -> text;
                            case Null _ -> "";
                            case Obj _, Arr _, Num _, Bool _ ->
                                    throw failure(
                                            path().field(field).element(at),
                                            element,
                                            "is not a string");
                        });
    }

    private <T> List<T> elements(String field, BiFunction<Integer, Json, T> decoder) {
        Json value = value(field);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof Arr(var elements))) {
            throw failure(path().field(field), value, "is not a list");
        }
        var decoded = new ArrayList<T>(elements.size());
        for (Json element : elements) {
            decoded.add(decoder.apply(decoded.size(), element));
        }
        return List.copyOf(decoded);
    }

    /// The strings in a map, in the order of the document, or an empty map. A value of `null` is
    /// the empty string.
    public Map<String, String> map(String field) {
        return entries(
                field,
                (key, value) ->
                        switch (value) {
                            case Str(var text) -> text;
                            case Null _ -> "";
                            case Obj _, Arr _, Num _, Bool _ ->
                                    throw failure(entry(field, key), value, "is not a string");
                        });
    }

    private <T> Map<String, T> entries(String field, BiFunction<String, Json, T> decoder) {
        Json value = value(field);
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Obj(var fields))) {
            throw failure(path().field(field), value, "is not an object");
        }
        var decoded = new LinkedHashMap<String, T>();
        fields.forEach((key, entry) -> decoded.put(key, decoder.apply(key, entry)));
        return Collections.unmodifiableMap(decoded);
    }

    private JsonPath entry(String field, String key) {
        return path().field(field).field(key);
    }

    /// The exception for decoders to throw if the value of a field is invalid.
    public DecodeException failure(String field, String problem) {
        return failure(
                path().field(field), object.fields().getOrDefault(field, Null.NULL), problem);
    }

    private static DecodeException failure(JsonPath at, Json value, String problem) {
        return new DecodeException(at, value.text(), problem);
    }

    private static String stripped(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return Character.isSpaceChar(c) || (c >= '\t' && c <= '\r') || c == '\u0085';
    }
}
