package dev.berth.kubeclient.wire;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonReader;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// A watch in JSON: a sequence of documents.
final class JsonWatch implements WireFormat.Watch {
    private final JsonFormat format;
    private final Kind kind;
    private final InputStream body;
    private final JsonReader documents;

    JsonWatch(JsonFormat format, Kind kind, InputStream body) {
        this.format = format;
        this.kind = kind;
        this.body = body;
        this.documents = new JsonReader(body, JsonFormat.OPTIONS);
    }

    @Override
    public Optional<WireFormat.WatchEvent> next() throws IOException {
        Optional<Json> document = JsonFormat.guarded(documents::next);
        return document.isEmpty() ? Optional.empty() : Optional.of(event(document.get()));
    }

    private WireFormat.WatchEvent event(Json document) throws IOException {
        String type = document.textAt("type").orElse("");
        Json object = document.at("object").orElse(Json.Null.NULL);
        return switch (type) {
            case "ADDED", "MODIFIED" -> new WireFormat.WatchEvent.AddedOrModified(seen(object));
            case "DELETED" -> new WireFormat.WatchEvent.Deleted(seen(object).object());
            case "BOOKMARK" -> WatchEvents.bookmark(seen(object).object());
            case "ERROR" -> new WireFormat.WatchEvent.Failed(StatusReader.read(0, object));
            default -> throw WatchEvents.unknown(type);
        };
    }

    private WireFormat.Seen seen(Json object) throws IOException {
        return format.readable(kind, object);
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
