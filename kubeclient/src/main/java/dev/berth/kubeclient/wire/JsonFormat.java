package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.JsonOptions;
import dev.berth.model.json.JsonReader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Objects as JSON. It supports every kind, and keeps the complete objects of selected kinds. While
/// a list is read, only one object is in memory.
public final class JsonFormat implements WireFormat {
    static final JsonOptions OPTIONS =
            JsonOptions.DEFAULT
                    .withMaxBytes(ProtoSource.LARGEST)
                    .droppingManagedFields()
                    .droppingDeepValues();

    private final Decoder decoder;
    private final Set<Kind> whole;

    /// @param decoder shares templates and labels
    /// @param whole the kinds whose complete JSON is kept beside the record
    public JsonFormat(Decoder decoder, Set<Kind> whole) {
        this.decoder = decoder;
        this.whole = Set.copyOf(whole);
    }

    @Override
    public boolean supports(Kind kind) {
        return true;
    }

    @Override
    public String mediaType() {
        return ApiRequest.JSON;
    }

    @Override
    public String watchMediaType() {
        return ApiRequest.JSON;
    }

    @Override
    public Page readList(Kind kind, InputStream body, ItemHandler items) throws IOException {
        Json list =
                guarded(() -> {
                    // Not closed: the caller owns the body.
                    @SuppressWarnings("resource")
                    var reader = new JsonReader(body, OPTIONS);
                    Json read =
                            reader.next("items", item -> item(kind, item, items))
                                    .orElse(Json.Null.NULL);
                    if (reader.next().isPresent()) {
                        throw new UncheckedIOException(
                                new IOException("unexpected content after the list"));
                    }
                    return read;
                });
        if (list.objAt("metadata").isEmpty()) {
            throw new IOException(
                    "expected a list of " + kind.plural() + " and got something else");
        }
        return new Page(
                list.textAt("metadata", "resourceVersion").orElse(""),
                list.textAt("metadata", "continue").orElse(""));
    }

    private void item(Kind kind, Json item, ItemHandler items) {
        try {
            Seen seen;
            try {
                seen = readable(kind, item);
            } catch (UnreadableException e) {
                items.unreadable(e);
                return;
            }
            items.seen(seen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @throws UnreadableException if the value is not an object of this kind
    Seen readable(Kind kind, Json object) throws UnreadableException {
        try {
            return guarded(() -> seen(kind, object));
        } catch (UnreadableException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }

    @Override
    public Seen readObject(Kind kind, InputStream body) throws IOException {
        return guarded(() -> seen(kind, Json.parse(body, OPTIONS)));
    }

    private Seen seen(Kind kind, Json read) {
        if (!(read instanceof Json.Obj object)) {
            throw new UncheckedIOException(new IOException("expected a " + kind.name()));
        }
        Optional<String> delivered = object.textAt("kind");
        if (delivered.isPresent() && !delivered.get().equals(kind.name())) {
            throw new UncheckedIOException(
                    new IOException("expected a " + kind.name() + " and got a " + delivered.get()));
        }
        // Items of a list have no kind.
        Json.Obj complete =
                delivered.isPresent()
                        ? object
                        : object.with("kind", kind.name()).with("apiVersion", kind.apiVersion());
        Optional<Json.Obj> kept = whole.contains(kind) ? Optional.of(complete) : Optional.empty();
        try {
            return new Seen(decoder.object(kind, complete), kept);
        } catch (DecodeException e) {
            try {
                return ReadableParts.of(
                        kind, complete, kept, fields -> decoder.object(kind, fields), e);
            } catch (UnreadableException nameless) {
                throw new UncheckedIOException(nameless);
            }
        }
    }

    /// Runs `reading`, and converts unchecked exceptions of the stream and of malformed content to
    /// checked ones.
    static <T> T guarded(Supplier<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (JsonException | DecodeException e) {
            throw new IOException("the response is invalid: " + e.getMessage(), e);
        }
    }

    @Override
    public ApiStatus readStatus(int code, InputStream body) {
        return StatusReader.read(code, body);
    }

    @Override
    public Watch watch(Kind kind, InputStream body) {
        return new JsonWatch(this, kind, body);
    }
}
