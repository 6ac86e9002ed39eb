package dev.berth.model.json;

import dev.berth.model.MessageText;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/// Builds JSON values from the tokens of the parser, and converts the parser's exceptions.
final class TreeReader {
    private static final String CUT_SHORT = "the text ends too early";

    /// The texts in the parser's messages after which its own details start, which the messages of
    /// this class leave out.
    private static final List<String> ASIDES =
            List.of(
                    ": expected",
                    ": was expecting",
                    ": enable `",
                    ": hexadecimal number",
                    ": maybe a",
                    ": only regular",
                    " (for ");

    /// The part of a Kubernetes object that the reader is in, for the removal of managed fields.
    private enum Part {
        DOCUMENT,
        ITEMS,
        OBJECT,
        METADATA,
        OTHER;

        Part below(String name) {
            return switch (this) {
                case DOCUMENT ->
                        switch (name) {
                            case "metadata" -> METADATA;
                            case "items" -> ITEMS;
                            case "object" -> OBJECT;
                            default -> OTHER;
                        };
                case OBJECT -> name.equals("metadata") ? METADATA : OTHER;
                case ITEMS, METADATA, OTHER -> OTHER;
            };
        }

        Part element() {
            return this == ITEMS ? OBJECT : OTHER;
        }
    }

    private final JsonParser parser;
    private final JsonOptions options;
    private final ToIntFunction<TokenStreamLocation> column;

    /// The names and values of the open objects and arrays, innermost last.
    private String[] names = new String[32];

    private Json[] values = new Json[32];
    private int top;
    private int depth;

    /// The name of the list whose elements go to `taker` instead of the document.
    private @Nullable String handedOver;

    private Consumer<Json> taker = element -> {};

    TreeReader(JsonParser parser, JsonOptions options, ToIntFunction<TokenStreamLocation> column) {
        this.parser = parser;
        this.options = options;
        this.column = column;
    }

    /// Blocks until the first bytes arrive.
    static TreeReader over(CheckedUtf8Stream stream, JsonOptions options) {
        try {
            var parser = JsonParsing.FACTORY.createParser(ObjectReadContext.empty(), stream);
            return new TreeReader(parser, options, location -> location.getColumnNr());
        } catch (JacksonIOException e) {
            throw e.getCause() instanceof UnreadableStreamException unreadable
                    ? new JsonException(1, 1, unreadable.problem())
                    : new UncheckedIOException(e.getCause());
        }
    }

    Json onlyDocument() {
        Json document =
                nextDocument()
                        .orElseThrow(() ->
                                problem(parser.currentLocation(), "no value, the text is empty"));
        try {
            if (parser.nextToken() != null) {
                throw problem(parser.currentTokenLocation(), "more text after the value");
            }
        } catch (JacksonException e) {
            throw translated(e);
        }
        return document;
    }

    Optional<Json> nextDocument() {
        top = 0;
        depth = 0;
        try {
            JsonToken token = parser.nextToken();
            return token == null ? Optional.empty() : Optional.of(value(token, Part.DOCUMENT));
        } catch (JacksonException e) {
            throw translated(e);
        }
    }

    /// As [#nextDocument()], but passes the elements of one list to a consumer.
    Optional<Json> nextDocument(String list, Consumer<Json> each) {
        handedOver = list;
        taker = each;
        try {
            return nextDocument();
        } finally {
            handedOver = null;
        }
    }

    private Json value(@Nullable JsonToken token, Part part) {
        return switch (token) {
            case START_OBJECT, START_ARRAY -> nested(token, part);
            case VALUE_STRING -> string();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Num(parser.getString());
            case VALUE_TRUE -> Json.Bool.TRUE;
            case VALUE_FALSE -> Json.Bool.FALSE;
            case VALUE_NULL -> Null.NULL;
            case null, default -> throw problem(parser.currentTokenLocation(), CUT_SHORT);
        };
    }

    private Json nested(JsonToken start, Part part) {
        if (depth == JsonParsing.MAX_DEPTH) {
            if (!options.dropDeepValues()) {
                throw problem(
                        parser.currentTokenLocation(),
                        "nested deeper than " + JsonParsing.MAX_DEPTH);
            }
            parser.skipChildren();
            return Null.NULL;
        }
        depth++;
        Json value = start == JsonToken.START_OBJECT ? object(part) : array(part);
        depth--;
        return value;
    }

    private Json object(Part part) {
        int base = top;
        Set<String> seen = Set.of();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            seen = checkName(name, base, seen);
            JsonToken token = parser.nextToken();
            if (options.dropManagedFields()
                    && part == Part.METADATA
                    && name.equals("managedFields")) {
                parser.skipChildren();
                continue;
            }
            if (part == Part.DOCUMENT
                    && token == JsonToken.START_ARRAY
                    && name.equals(handedOver)) {
                handOver(part.below(name).element());
                continue;
            }
            int at = push();
            names[at] = name;
            Json value = value(token, part.below(name));
            values[at] = value;
        }
        if (!parser.hasToken(JsonToken.END_OBJECT)) {
            throw problem(parser.currentLocation(), CUT_SHORT);
        }
        if (top == base) {
            return Obj.EMPTY;
        }
        var fields =
                new FieldMap(
                        Arrays.copyOfRange(names, base, top),
                        Arrays.copyOfRange(values, base, top));
        top = base;
        return new Obj(fields);
    }

    /// Large objects keep their names in a set; small ones are searched.
    private Set<String> checkName(String name, int base, Set<String> seen) {
        if (!Surrogates.allPaired(name)) {
            throw problem(parser.currentTokenLocation(), Surrogates.PROBLEM);
        }
        boolean repeated = false;
        Set<String> now = seen;
        if (top - base <= FieldMap.SMALL) {
            for (int i = base; i < top; i++) {
                repeated |= names[i].equals(name);
            }
        } else {
            if (seen.isEmpty()) {
                now = new HashSet<>(Arrays.asList(names).subList(base, top));
            }
            repeated = !now.add(name);
        }
        if (repeated) {
            throw problem(
                    parser.currentTokenLocation(),
                    "name " + MessageText.quoted(name) + " is repeated");
        }
        return now;
    }

    private Json array(Part part) {
        int base = top;
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            int at = push();
            Json value = value(token, part.element());
            values[at] = value;
            token = parser.nextToken();
        }
        if (top == base) {
            return Arr.EMPTY;
        }
        var elements = List.of(Arrays.copyOfRange(values, base, top));
        top = base;
        return new Arr(elements);
    }

    private void handOver(Part part) {
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            taker.accept(value(token, part));
        }
    }

    private Json string() {
        try {
            return Json.of(parser.getString());
        } catch (IllegalArgumentException e) {
            throw problem(parser.currentTokenLocation(), Surrogates.PROBLEM);
        }
    }

    private int push() {
        if (top == values.length) {
            names = Arrays.copyOf(names, 2 * top);
            values = Arrays.copyOf(values, 2 * top);
        }
        return top++;
    }

    private JsonException problem(TokenStreamLocation location, String problem) {
        return new JsonException(
                Math.max(1, location.getLineNr()),
                Math.max(1, column.applyAsInt(location)),
                problem);
    }

    private RuntimeException translated(JacksonException e) {
        TokenStreamLocation location =
                e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        return switch (e) {
            case JacksonIOException _
                    when e.getCause() instanceof UnreadableStreamException unreadable ->
                    problem(location, unreadable.problem());
            case JacksonIOException _ when e.getCause() instanceof IOException cause ->
                    new UncheckedIOException(cause);
            case StreamConstraintsException _ -> problem(location, exceeded(e));
            case UnexpectedEndOfInputException _ -> problem(parser.currentLocation(), CUT_SHORT);
            default -> problem(location, explained(e.getOriginalMessage()));
        };
    }

    private static String exceeded(JacksonException e) {
        String message = e.getOriginalMessage();
        if (message.startsWith("Number")) {
            return "a number longer than " + JsonParsing.MAX_NUMBER_LENGTH + " characters";
        }
        return message.startsWith("Name")
                ? "a name longer than " + JsonParsing.MAX_NAME_LENGTH + " characters"
                : "too large";
    }

    private static String explained(String message) {
        if (message.startsWith("Unexpected end-of-input")) {
            return CUT_SHORT;
        }
        if (message.contains("surrogate")) {
            return Surrogates.PROBLEM;
        }
        int end = message.length();
        for (String aside : ASIDES) {
            int at = message.indexOf(aside);
            end = at < 0 ? end : Math.min(end, at);
        }
        String kept = Character.toLowerCase(message.charAt(0)) + message.substring(1, end);
        return MessageText.plain(kept, 200);
    }
}
