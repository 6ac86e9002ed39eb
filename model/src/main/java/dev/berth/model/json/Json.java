package dev.berth.model.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// An immutable JSON value.
///
/// Parsing limits the depth, the size and the length of numbers, so that no input can exhaust the
/// memory. Duplicate names in an object, malformed UTF-8 and unpaired surrogates are rejected.
public sealed interface Json {
    /// Parses one document.
    ///
    /// @throws JsonException if the text is not one JSON document within the limits
    static Json parse(String text) {
        return parse(text, JsonOptions.DEFAULT);
    }

    static Json parse(String text, JsonOptions options) {
        return JsonParsing.parse(text, options);
    }

    /// Parses one document in UTF-8.
    ///
    /// @throws JsonException if the bytes are not one JSON document within the limits
    static Json parse(byte[] utf8) {
        return parse(utf8, JsonOptions.DEFAULT);
    }

    static Json parse(byte[] utf8, JsonOptions options) {
        return JsonParsing.parse(utf8, options);
    }

    /// Parses the stream, which must contain one document in UTF-8. For several documents, see
    /// [JsonReader].
    ///
    /// @throws JsonException if the stream does not contain one JSON document within the limits
    /// @throws UncheckedIOException if the stream cannot be read
    static Json parse(InputStream utf8) {
        return parse(utf8, JsonOptions.DEFAULT);
    }

    static Json parse(InputStream utf8, JsonOptions options) {
        try {
            int max = (int) Math.min(options.maxBytes() + 1, Integer.MAX_VALUE - 8);
            return parse(utf8.readNBytes(max), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Str of(String value) {
        return value.isEmpty() ? Str.EMPTY : new Str(value);
    }

    static Num of(long value) {
        return new Num(Long.toString(value));
    }

    static Bool of(boolean value) {
        return value ? Bool.TRUE : Bool.FALSE;
    }

    static Arr arr(Json... elements) {
        return elements.length == 0 ? Arr.EMPTY : new Arr(Arrays.asList(elements));
    }

    /// The value at a path of names, and of indexes for arrays.
    default Optional<Json> at(String... path) {
        Json here = this;
        for (String step : path) {
            Json next =
                    switch (here) {
                        case Obj(var fields) -> fields.get(step);
                        case Arr(var elements) -> {
                            int index = Arr.index(step);
                            yield index >= 0 && index < elements.size()
                                    ? elements.get(index)
                                    : null;
                        }
                        case Str _, Num _, Bool _, Null _ -> null;
                    };
            if (next == null) {
                return Optional.empty();
            }
            here = next;
        }
        return Optional.of(here);
    }

    /// The string at a path, if there is one.
    default Optional<String> textAt(String... path) {
        return at(path).flatMap(found ->
                found instanceof Str(var value) ? Optional.of(value) : Optional.empty());
    }

    /// The object at a path, if there is one.
    default Optional<Obj> objAt(String... path) {
        return at(path).flatMap(found ->
                found instanceof Obj object ? Optional.of(object) : Optional.empty());
    }

    /// Compact JSON.
    default String text() {
        return JsonWriting.text(this);
    }

    /// Indented JSON.
    default String pretty() {
        return JsonWriting.pretty(this);
    }

    /// Compact JSON in UTF-8.
    default byte[] bytes() {
        return JsonWriting.bytes(this);
    }

    /// Writes compact JSON in UTF-8 and leaves the stream open.
    ///
    /// @throws UncheckedIOException if the stream cannot be written
    default void writeTo(OutputStream out) {
        JsonWriting.write(this, out);
    }

    /// An object. The fields keep their order, but equality ignores the order.
    record Obj(Map<String, Json> fields) implements Json {
        public static final Obj EMPTY = new Obj(FieldMap.EMPTY);

        public Obj {
            fields = FieldMap.copyOf(fields);
        }

        public static ObjBuilder builder() {
            return new ObjBuilder();
        }

        public static Obj of(String name, Json value) {
            return EMPTY.with(name, value);
        }

        public Optional<Json> field(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /// This object with a field replaced in its position, or added at the end.
        public Obj with(String name, Json value) {
            return new Obj(((FieldMap) fields).with(name, value));
        }

        public Obj with(String name, String value) {
            return with(name, Json.of(value));
        }

        public Obj with(String name, long value) {
            return with(name, Json.of(value));
        }

        public Obj with(String name, boolean value) {
            return with(name, Json.of(value));
        }

        public Obj without(String name) {
            return fields.containsKey(name) ? new Obj(((FieldMap) fields).without(name)) : this;
        }

        /// This object with the value at a path of names replaced. Missing objects on the path are
        /// created, and other values on the path are replaced by objects.
        public Obj withAt(List<String> path, Json value) {
            String name = path.getFirst();
            if (path.size() == 1) {
                return with(name, value);
            }
            Obj inner = fields.get(name) instanceof Obj there ? there : EMPTY;
            return with(name, inner.withAt(path.subList(1, path.size()), value));
        }

        /// This object without the field at a path of names.
        public Obj withoutAt(String... path) {
            return withoutAt(List.of(path));
        }

        private Obj withoutAt(List<String> path) {
            String name = path.getFirst();
            if (path.size() == 1) {
                return without(name);
            }
            List<String> rest = path.subList(1, path.size());
            return fields.get(name) instanceof Obj inner
                            && inner.at(rest.toArray(String[]::new)).isPresent()
                    ? with(name, inner.withoutAt(rest))
                    : this;
        }

        @Override
        public String toString() {
            return text();
        }
    }

    record Arr(List<Json> elements) implements Json {
        public static final Arr EMPTY = new Arr(List.of());

        public Arr {
            elements = List.copyOf(elements);
        }

        /// This array with another element at the end.
        public Arr with(Json element) {
            Json[] more = elements.toArray(new Json[elements.size() + 1]);
            more[elements.size()] = element;
            return Json.arr(more);
        }

        private static int index(String step) {
            try {
                return Integer.parseInt(step);
            } catch (NumberFormatException e) {
                return -1;
            }
        }

        @Override
        public String toString() {
            return text();
        }
    }

    /// A string without unpaired surrogates.
    record Str(String value) implements Json {
        public static final Str EMPTY = new Str("");

        public Str {
            if (!Surrogates.allPaired(value)) {
                throw new IllegalArgumentException(Surrogates.PROBLEM);
            }
        }

        @Override
        public String toString() {
            return text();
        }
    }

    /// A number in its original notation: `1`, `1.0` and `1e0` differ.
    record Num(String literal) implements Json {
        private static final Pattern GRAMMAR =
                Pattern.compile("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?");

        public Num {
            if (!shortAndPlain(literal) && !GRAMMAR.matcher(literal).matches()) {
                throw new IllegalArgumentException("not a JSON number: " + literal);
            }
        }

        /// Whether this is a short integer without a leading zero, which most numbers are. Such a
        /// number needs no pattern match.
        private static boolean shortAndPlain(String literal) {
            if (literal.isEmpty() || literal.charAt(0) == '0') {
                return literal.equals("0");
            }
            for (int i = 0; i < literal.length(); i++) {
                if (literal.charAt(i) < '0' || literal.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        /// Whether the number has no fraction and no exponent.
        public boolean isWhole() {
            for (int i = 0; i < literal.length(); i++) {
                char c = literal.charAt(i);
                if (c == '.' || c == 'e' || c == 'E') {
                    return false;
                }
            }
            return true;
        }

        /// The value, if it has no fraction and no exponent and fits in a `long`.
        public OptionalLong asLong() {
            if (literal.length() > 20 || !isWhole()) {
                return OptionalLong.empty();
            }
            try {
                return OptionalLong.of(Long.parseLong(literal));
            } catch (NumberFormatException e) {
                return OptionalLong.empty();
            }
        }

        /// The exact value. The addition of a number with a large exponent needs as many digits.
        ///
        /// @throws ArithmeticException if the exponent is beyond 32 bits
        public BigDecimal decimal() {
            try {
                return new BigDecimal(literal);
            } catch (NumberFormatException e) {
                throw new ArithmeticException("exponent out of range: " + literal);
            }
        }

        /// The nearest double, or infinity.
        public double asDouble() {
            return Double.parseDouble(literal);
        }

        @Override
        public String toString() {
            return literal;
        }
    }

    record Bool(boolean value) implements Json {
        public static final Bool TRUE = new Bool(true);
        public static final Bool FALSE = new Bool(false);

        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    record Null() implements Json {
        public static final Null NULL = new Null();

        @Override
        public String toString() {
            return "null";
        }
    }
}
