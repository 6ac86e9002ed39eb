package dev.berth.manifest;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.JsonPath;
import dev.berth.model.json.JsonReader;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of a file.
final class Source {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String name;
    private final String text;
    private boolean json;
    private List<Map<JsonPath, Position>> yamlPositions = List.of();

    Source(String name, String text) {
        this.name = name;
        this.text = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    static Source of(String name, byte[] utf8) {
        var in = ByteBuffer.wrap(utf8);
        try {
            return new Source(name, StandardCharsets.UTF_8.newDecoder().decode(in).toString());
        } catch (CharacterCodingException e) {
            String before = new String(utf8, 0, in.position(), StandardCharsets.UTF_8);
            throw ManifestException.of(
                    name, Position.of(before, before.length()), "malformed UTF-8");
        }
    }

    String name() {
        return name;
    }

    /// All documents, including empty and `null` documents.
    List<Json> documents() {
        if (!text.stripLeading().startsWith("{")) {
            return yaml();
        }
        // Parity: a text that starts like JSON can be a YAML flow mapping.
        try {
            List<Json> documents = json();
            json = true;
            return documents;
        } catch (JsonException e) {
            if (name.endsWith(".json")) {
                throw ManifestException.of(name, position(e), e.problem());
            }
            return yaml();
        }
    }

    private List<Json> yaml() {
        var reader = new YamlReader(name, text);
        List<Json> documents = reader.documents();
        yamlPositions = reader.shallowPositions();
        return documents;
    }

    private List<Json> json() {
        var documents = new ArrayList<Json>();
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try (var reader = new JsonReader(in)) {
            for (Optional<Json> next = reader.next(); next.isPresent(); next = reader.next()) {
                documents.add(next.get());
            }
        }
        return documents;
    }

    /// The JSON reader counts columns in bytes.
    private Position position(JsonException e) {
        String line = text.lines().skip(e.line() - 1L).findFirst().orElse("");
        byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(e.column() - 1, utf8.length);
        String before = new String(utf8, 0, bytes, StandardCharsets.UTF_8);
        return new Position(e.line(), before.codePointCount(0, before.length()) + 1);
    }

    /// The position of a YAML object is known. Any other position takes a pass over the text.
    Position position(int document, JsonPath path) {
        if (json) {
            return Position.of(text, new JsonLocator(text).offset(document, path));
        }
        Position known =
                document < yamlPositions.size() ? yamlPositions.get(document).get(path) : null;
        return known == null ? new YamlReader(name, text).position(document, path) : known;
    }
}
