package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ExtraValueFields;
import dev.berth.kubeclient.wire.ProtoFields.IntOrStringFields;
import dev.berth.kubeclient.wire.ProtoFields.MapEntryFields;
import dev.berth.kubeclient.wire.ProtoFields.MicroTimeFields;
import dev.berth.kubeclient.wire.ProtoFields.RawExtensionFields;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.ObjBuilder;
import dev.berth.model.json.Rfc3339;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A field of a message that is converted to JSON.
///
/// @param when one of `! ~ ? *`, or `+` if the fields of the message are inlined into its parent
/// @param type `text`, `int`, `bool`, `bytes`, `quantity`, `time`, `microtime`, `intorstring`,
///   `raw` for JSON in bytes, `items` for a list that is a message, or the name of a message
/// @param many `[]`, `{}` or empty
record JsonField(
        int number,
        String name,
        char when,
        String type,
        String many,
        Map<String, MessageToJson> trees) {
    private static final Pattern NOTATION =
            Pattern.compile("(\\d+) (\\w*)([!~?*+])(\\w+)(\\[]|\\{})?");

    static JsonField parse(String notation, Map<String, MessageToJson> trees) {
        Matcher parts = NOTATION.matcher(notation);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no field: " + notation);
        }
        return new JsonField(
                Integer.parseInt(parts.group(1)),
                parts.group(2),
                parts.group(3).charAt(0),
                parts.group(4),
                Objects.requireNonNullElse(parts.group(5), ""),
                trees);
    }

    /// Reads the value of this field: JSON, or a list or map that is not complete yet.
    ///
    /// @param before the value so far
    Object read(ProtoReader in, @Nullable Object before, int depth) throws IOException {
        return switch (many) {
            case "[]" -> {
                var list = before instanceof Elements already ? already : new Elements();
                list.all.add(one(in, depth));
                yield list;
            }
            case "{}" -> {
                var map = before instanceof ObjBuilder already ? already : Json.Obj.builder();
                entry(in, map, depth);
                yield map;
            }
            default -> one(in, depth);
        };
    }

    private static final class Elements {
        private final List<Json> all = new ArrayList<>();
    }

    private void entry(ProtoReader in, ObjBuilder into, int depth) throws IOException {
        String key = "";
        Json value = zero();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case MapEntryFields.KEY -> key = in.text();
                case MapEntryFields.VALUE -> value = one(in, depth);
                default -> in.skip();
            }
        }
        in.leave(outer);
        into.put(key, value);
    }

    private Json one(ProtoReader in, int depth) throws IOException {
        return switch (type) {
            case "text" -> Json.of(in.text());
            case "int" -> Json.of(in.int64());
            case "bool" -> Json.of(in.bool());
            case "quantity" -> Json.of(ResourceReader.quantity(in).toString());
            case "time" ->
                    in.time()
                            .<Json>map(time -> Json.of(Rfc3339.seconds(time)))
                            .orElse(Json.Null.NULL);
            case "bytes" -> Json.of(Base64.getEncoder().encodeToString(in.content()));
            case "microtime" -> moment(in);
            case "intorstring" -> numberOrText(in);
            case "raw" -> raw(in);
            case "items" -> items(in);
            default -> tree().read(in, depth);
        };
    }

    private static Json moment(ProtoReader in) throws IOException {
        long seconds = 0;
        long nanos = 0;
        int outer = in.enter();
        boolean given = in.at() < in.end();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case MicroTimeFields.SECONDS -> seconds = in.int64();
                case MicroTimeFields.NANOS -> nanos = in.int64();
                default -> in.skip();
            }
        }
        in.leave(outer);
        if (!given) {
            return Json.Null.NULL;
        }
        try {
            return Json.of(Rfc3339.micros(Instant.ofEpochSecond(seconds, nanos)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IOException("invalid time: " + seconds + " seconds since 1970", e);
        }
    }

    private static Json numberOrText(ProtoReader in) throws IOException {
        long type = 0;
        long number = 0;
        String text = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case IntOrStringFields.TYPE -> type = in.int64();
                case IntOrStringFields.INT_VAL -> number = in.int64();
                case IntOrStringFields.STR_VAL -> text = in.text();
                default -> in.skip();
            }
        }
        in.leave(outer);
        return type == 0 ? Json.of(number) : Json.of(text);
    }

    private static Json raw(ProtoReader in) throws IOException {
        Json value = Json.Null.NULL;
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == RawExtensionFields.RAW) {
                try {
                    value = Json.parse(in.content());
                } catch (JsonException e) {
                    throw new IOException(e.getMessage(), e);
                }
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return value;
    }

    private static Json items(ProtoReader in) throws IOException {
        var items = new ArrayList<Json>();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == ExtraValueFields.ITEMS) {
                items.add(Json.of(in.text()));
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return new Json.Arr(items);
    }

    void write(@Nullable Object decoded, ObjBuilder out) {
        Json value = json(decoded);
        switch (when) {
            case '+' ->
                    (value instanceof Json.Obj inner ? inner : tree().nothing())
                            .fields()
                            .forEach(out::put);
            case '!' ->
                    out.put(name, value != null ? value : many.isEmpty() ? zero() : Json.Null.NULL);
            case '*' -> out.put(name, value == null ? Json.Null.NULL : value);
            case '~' -> {
                if (value != null && !value.equals(zero()) && !(value instanceof Json.Null)) {
                    out.put(name, value);
                }
            }
            default -> {
                if (value != null) {
                    out.put(name, value);
                }
            }
        }
    }

    private static @Nullable Json json(@Nullable Object decoded) {
        return switch (decoded) {
            case Elements elements -> new Json.Arr(elements.all);
            case ObjBuilder map -> map.build();
            case Json json -> json;
            case null, default -> null;
        };
    }

    private Json zero() {
        return switch (type) {
            case "text" -> Json.Str.EMPTY;
            case "int" -> new Json.Num("0");
            case "bool" -> Json.Bool.FALSE;
            case "quantity" -> Json.of("0");
            case "time", "microtime", "raw" -> Json.Null.NULL;
            case "bytes" -> Json.Str.EMPTY;
            case "intorstring" -> new Json.Num("0");
            case "items" -> Json.Arr.EMPTY;
            default -> tree().nothing();
        };
    }

    private MessageToJson tree() {
        return Objects.requireNonNull(trees.get(type));
    }
}
