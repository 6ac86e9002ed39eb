package dev.berth.kubeclient.wire;

import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Converts a type of message to JSON as the API server writes it.
final class MessageToJson {
    private static final int MAX_DEPTH = 32;

    private final List<JsonField> fields = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    private MessageToJson() {}

    /// Parses the notation of [JsonMessages].
    static Map<String, MessageToJson> parse(String notation) {
        String text = notation.replaceAll("\\s+", " ").strip();
        var trees = new LinkedHashMap<String, MessageToJson>();
        var bodies = new LinkedHashMap<String, String>();
        // The word before a colon is the name of a message.
        String[] parts = text.split(": ?", -1);
        String name = parts[0];
        for (int i = 1; i < parts.length; i++) {
            int last = i + 1 < parts.length ? parts[i].lastIndexOf(' ') : parts[i].length();
            bodies.put(name, parts[i].substring(0, last));
            trees.put(name, new MessageToJson());
            name = parts[i].substring(Math.min(last + 1, parts[i].length()));
        }
        bodies.forEach((message, body) -> {
            MessageToJson tree = Objects.requireNonNull(trees.get(message));
            for (String field : body.split(", ", -1)) {
                tree.add(JsonField.parse(field, trees));
            }
        });
        return trees;
    }

    private void add(JsonField field) {
        places.put(field.number(), fields.size());
        fields.add(field);
    }

    List<JsonField> fields() {
        return List.copyOf(fields);
    }

    /// Reads the message in the current field.
    Json.Obj read(ProtoReader in) throws IOException {
        return read(in, 0);
    }

    Json.Obj read(ProtoReader in, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("messages are nested more than " + MAX_DEPTH + " levels deep");
        }
        int outer = in.enter();
        Json.Obj read = content(in, depth);
        in.leave(outer);
        return read;
    }

    /// Reads the message whose fields `in` contains.
    Json.Obj content(ProtoReader in) throws IOException {
        return content(in, 0);
    }

    private Json.Obj content(ProtoReader in, int depth) throws IOException {
        @Nullable Object[] values = new Object[fields.size()];
        for (int number = in.field(); number != 0; number = in.field()) {
            Integer place = places.get(number);
            if (place == null) {
                in.skip();
            } else {
                values[place] = fields.get(place).read(in, values[place], depth + 1);
            }
        }
        ObjBuilder object = Json.Obj.builder();
        for (int i = 0; i < values.length; i++) {
            fields.get(i).write(values[i], object);
        }
        return object.build();
    }

    /// Returns the JSON of an empty message.
    Json.Obj nothing() {
        ObjBuilder object = Json.Obj.builder();
        fields.forEach(field -> field.write(null, object));
        return object.build();
    }
}
