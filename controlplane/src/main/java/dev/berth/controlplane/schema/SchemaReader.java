package dev.berth.controlplane.schema;

import dev.berth.controlplane.schema.Schema.Dictionary;
import dev.berth.controlplane.schema.Schema.Items;
import dev.berth.controlplane.schema.Schema.Reference;
import dev.berth.controlplane.schema.Schema.Scalar;
import dev.berth.controlplane.schema.Schema.Struct;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;
import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Normalizes an object by the schema of its kind. The reader drops unknown and empty fields,
/// formats quantities and times as the API server does, and adds the fields that are always
/// written.
public final class SchemaReader {
    /// A value of the wrong type. The message is the API server's.
    public static final class Mismatch extends RuntimeException {
        Mismatch(String message) {
            super(message);
        }
    }

    private static final Pattern MICROS = Pattern.compile("\\G\\.[0-9]{6}([^0-9]|$)");
    private static final Pattern QUANTITY =
            Pattern.compile("([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)");

    private final List<String> unknown = new ArrayList<>();

    /// Normalizes an object.
    ///
    /// @throws Mismatch if a value has the wrong type
    public Json.Obj read(Schema schema, Json.Obj tree) {
        return schema.resolved() instanceof Struct struct ? object(struct, tree, "", "") : tree;
    }

    /// Adds the top-level fields that the API server always writes.
    public static Json.Obj complete(Schema schema, Json.Obj tree) {
        return schema.resolved() instanceof Struct struct ? withDefaults(struct, tree) : tree;
    }

    /// The paths of the unknown fields.
    public List<String> unknown() {
        return List.copyOf(unknown);
    }

    private Json.Obj object(Struct struct, Json.Obj tree, String path, String goPath) {
        ObjBuilder result = Json.Obj.builder();
        for (Map.Entry<String, Json> entry : tree.fields().entrySet()) {
            String name = entry.getKey();
            String here = path.isEmpty() ? name : path + "." + name;
            Schema.Field field = struct.fields().get(name);
            if (field == null) {
                unknown.add(here);
                continue;
            }
            if (entry.getValue() instanceof Json.Null) {
                continue;
            }
            String goName = goPath.isEmpty() ? name : goPath + "." + name;
            Json value =
                    value(field.schema(), entry.getValue(), here, new Place(struct.name(), goName));
            if (!field.omitZero() || !zero(value)) {
                result.put(name, value);
            }
        }
        return withDefaults(struct, result.build());
    }

    private static Json.Obj withDefaults(Struct struct, Json.Obj tree) {
        Json.Obj result = tree;
        for (Map.Entry<String, Schema.Field> entry : struct.always()) {
            Json fallback =
                    entry.getValue()
                            .fallback()
                            .orElse(entry.getValue().nullable() ? Json.Null.NULL : null);
            if (fallback == null
                    || entry.getValue().omitZero() && zero(fallback)
                    || result.fields().containsKey(entry.getKey())) {
                continue;
            }
            Json value =
                    fallback instanceof Json.Obj
                                    && entry.getValue().schema().resolved() instanceof Struct inner
                            ? withDefaults(inner, Json.Obj.EMPTY)
                            : fallback;
            result = result.with(entry.getKey(), value);
        }
        return result;
    }

    private static boolean zero(Json value) {
        return switch (value) {
            case Json.Str(var text) -> text.isEmpty();
            case Json.Num(var literal) -> literal.equals("0");
            case Json.Bool(var flag) -> !flag;
            case Json.Arr(var elements) -> elements.isEmpty();
            case Json.Obj(var fields) -> fields.isEmpty();
            case Json.Null() -> true;
        };
    }

    /// The location of a value, as the API server's messages show it.
    private record Place(String struct, String path) {}

    private Json value(Schema schema, Json value, String path, Place place) {
        return switch (schema) {
            case Reference reference -> value(reference.resolved(), value, path, place);
            case Struct struct -> {
                if (value instanceof Json.Obj object) {
                    yield object(struct, object, path, place.path);
                }
                throw mismatch(value, place, struct.goType());
            }
            case Dictionary(var values) -> {
                if (value instanceof Json.Obj object) {
                    yield dictionary(values, object, path, place);
                }
                throw mismatch(value, place, goType(schema));
            }
            case Items(var element) -> {
                if (value instanceof Json.Arr(var elements)) {
                    var read = new ArrayList<Json>(elements.size());
                    for (int i = 0; i < elements.size(); i++) {
                        read.add(element(element, elements.get(i), path + "[" + i + "]", place));
                    }
                    yield new Json.Arr(read);
                }
                throw mismatch(value, place, goType(schema));
            }
            case Scalar scalar -> scalar(scalar, value, place);
        };
    }

    private Json element(Schema schema, Json value, String path, Place place) {
        return value instanceof Json.Null
                ? empty(schema.resolved())
                : value(schema, value, path, place);
    }

    private static Json empty(Schema schema) {
        return switch (schema) {
            case Struct struct -> withDefaults(struct, Json.Obj.EMPTY);
            case Scalar(var type, var _) when type == Schema.Type.TEXT -> Json.Str.EMPTY;
            default -> Json.Null.NULL;
        };
    }

    private Json.Obj dictionary(Schema values, Json.Obj object, String path, Place place) {
        ObjBuilder read = Json.Obj.builder();
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            read.put(
                    entry.getKey(),
                    element(values, entry.getValue(), path + "." + entry.getKey(), place));
        }
        return read.build();
    }

    private static Json scalar(Scalar scalar, Json value, Place place) {
        return switch (scalar.type()) {
            case ANYTHING -> value;
            case TEXT -> {
                if (value instanceof Json.Str) {
                    yield value;
                }
                throw mismatch(value, place, scalar.goType());
            }
            case BYTES -> {
                if (value instanceof Json.Str(var text)) {
                    yield bytes(text);
                }
                throw mismatch(value, place, scalar.goType());
            }
            case FLAG -> {
                if (value instanceof Json.Bool) {
                    yield value;
                }
                throw mismatch(value, place, scalar.goType());
            }
            case INT32 -> whole(value, place, scalar, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> whole(value, place, scalar, Long.MIN_VALUE, Long.MAX_VALUE);
            case NUMBER -> {
                if (value instanceof Json.Num) {
                    yield value;
                }
                throw mismatch(value, place, scalar.goType());
            }
            case QUANTITY -> quantity(value);
            case INT_OR_TEXT -> {
                if (value instanceof Json.Num number) {
                    yield whole(
                            number,
                            place,
                            new Scalar(Schema.Type.INT32, "int32"),
                            Integer.MIN_VALUE,
                            Integer.MAX_VALUE);
                }
                if (value instanceof Json.Str) {
                    yield value;
                }
                throw mismatch(value, place, "int32");
            }
            case TIME -> time(value, place, ChronoUnit.SECONDS);
            case MICRO_TIME -> time(value, place, ChronoUnit.MICROS);
        };
    }

    private static Json whole(Json value, Place place, Scalar scalar, long least, long max) {
        if (!(value instanceof Json.Num number)) {
            throw mismatch(value, place, scalar.goType());
        }
        var exact = number.asLong();
        if (exact.isEmpty() || exact.getAsLong() < least || exact.getAsLong() > max) {
            throw new Mismatch(
                    "json: cannot unmarshal number "
                            + number.literal()
                            + into(place)
                            + scalar.goType());
        }
        return exact.getAsLong() == 0 ? Json.of(0) : number;
    }

    private static Json quantity(Json value) {
        String text =
                switch (value) {
                    case Json.Str(var string) -> string;
                    case Json.Num(var literal) -> literal;
                    default -> value.text();
                };
        try {
            return Json.of(Quantity.parse(text).toString());
        } catch (QuantityException e) {
            throw new Mismatch(
                    QUANTITY.matcher(text).matches()
                            ? "unable to parse quantity's suffix"
                            : "quantities must match the regular expression '^"
                                    + QUANTITY.pattern()
                                    + "$'");
        }
    }

    private static Json bytes(String text) {
        try {
            byte[] decoded = Base64.getDecoder().decode(text.replaceAll("[\r\n]", ""));
            return Json.of(Base64.getEncoder().encodeToString(decoded));
        } catch (IllegalArgumentException e) {
            throw new Mismatch("illegal base64 data at input byte " + firstIllegal(text));
        }
    }

    private static int firstIllegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean legal =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || c == '+'
                            || c == '/'
                            || c == '\n'
                            || c == '\r';
            if (!legal) {
                return i;
            }
        }
        return text.length() / 4 * 4;
    }

    private static Json time(Json value, Place place, ChronoUnit unit) {
        if (!(value instanceof Json.Str(var text))) {
            throw mismatch(value, place, "v1.Time");
        }
        if (unit == ChronoUnit.MICROS && text.length() > 20 && !MICROS.matcher(text).find(19)) {
            throw new Mismatch(
                    "parsing time %s as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse %s as \".000000\""
                            .formatted(Json.of(text).text(), Json.of(text.substring(19)).text()));
        }
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant().truncatedTo(unit);
            return Json.of(unit == ChronoUnit.MICROS ? micros(instant) : instant.toString());
        } catch (DateTimeParseException e) {
            String form =
                    unit == ChronoUnit.MICROS
                            ? "2006-01-02T15:04:05.000000Z07:00"
                            : "2006-01-02T15:04:05Z07:00";
            throw new Mismatch(
                    "parsing time %s as \"%s\": cannot parse %s as \"2006\""
                            .formatted(Json.of(text).text(), form, Json.of(text).text()));
        }
    }

    private static String micros(Instant instant) {
        String whole = instant.truncatedTo(ChronoUnit.SECONDS).toString();
        return whole.substring(0, whole.length() - 1)
                + ".%06dZ".formatted(instant.get(ChronoField.MICRO_OF_SECOND));
    }

    private static Mismatch mismatch(Json value, Place place, String goType) {
        return new Mismatch("json: cannot unmarshal " + word(value) + into(place) + goType);
    }

    private static String into(Place place) {
        return place.struct.isEmpty()
                ? " into Go value of type "
                : " into Go struct field " + place.struct + "." + place.path + " of type ";
    }

    private static String word(Json value) {
        return switch (value) {
            case Json.Str _ -> "string";
            case Json.Num _ -> "number";
            case Json.Bool _ -> "bool";
            case Json.Arr _ -> "array";
            case Json.Obj _ -> "object";
            case Json.Null _ -> "null";
        };
    }

    private static String goType(Schema schema) {
        return switch (schema.resolved()) {
            case Struct struct -> struct.goType();
            case Scalar scalar -> scalar.goType();
            case Items(var element) -> "[]" + goType(element);
            case Dictionary(var values) -> "map[string]" + goType(values);
            case Reference reference -> goType(reference.resolved());
        };
    }
}
