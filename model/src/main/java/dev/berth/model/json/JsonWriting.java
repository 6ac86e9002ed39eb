package dev.berth.model.json;

import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/// Writes JSON.
final class JsonWriting {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    private static final ObjectWriteContext COMPACT = ObjectWriteContext.empty();
    private static final ObjectWriteContext PRETTY = new Pretty();

    private JsonWriting() {}

    static String text(Json tree) {
        return string(tree, COMPACT);
    }

    static String pretty(Json tree) {
        return string(tree, PRETTY);
    }

    static byte[] bytes(Json tree) {
        var out = new ByteArrayOutputStream();
        write(tree, out);
        return out.toByteArray();
    }

    static void write(Json tree, OutputStream out) {
        try (var generator = FACTORY.createGenerator(COMPACT, out, JsonEncoding.UTF8)) {
            write(tree, generator);
        } catch (JacksonException e) {
            throw translated(e);
        }
    }

    private static String string(Json tree, ObjectWriteContext style) {
        var text = new StringWriter();
        try (var generator = FACTORY.createGenerator(style, text)) {
            write(tree, generator);
        } catch (JacksonException e) {
            throw translated(e);
        }
        return text.toString();
    }

    private static void write(Json tree, JsonGenerator out) {
        switch (tree) {
            case Obj(var fields) -> {
                out.writeStartObject();
                for (Map.Entry<String, Json> field : fields.entrySet()) {
                    out.writeName(field.getKey());
                    write(field.getValue(), out);
                }
                out.writeEndObject();
            }
            case Arr(var elements) -> {
                out.writeStartArray();
                for (Json element : elements) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case Str(var value) -> out.writeString(value);
            case Num(var literal) -> out.writeNumber(literal);
            case Bool(var value) -> out.writeBoolean(value);
            case Null _ -> out.writeNull();
        }
    }

    private static RuntimeException translated(JacksonException e) {
        return switch (e) {
            case JacksonIOException _ when e.getCause() instanceof IOException cause ->
                    new UncheckedIOException(cause);
            case StreamConstraintsException _ ->
                    new IllegalStateException("a tree too deep to be written", e);
            default -> e;
        };
    }

    private static final class Pretty extends ObjectWriteContext.Base {
        private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

        @Override
        public PrettyPrinter getPrettyPrinter() {
            // The printer counts its nesting, so each text needs its own instance.
            return new DefaultPrettyPrinter(
                            Separators.createDefaultInstance()
                                    .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                                    .withObjectEmptySeparator("")
                                    .withArrayEmptySeparator(""))
                    .withObjectIndenter(LINES)
                    .withArrayIndenter(LINES);
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
