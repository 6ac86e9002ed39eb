package dev.berth.controlplane.api;

import dev.berth.controlplane.schema.Schema;
import dev.berth.controlplane.schema.SchemaReader;
import dev.berth.controlplane.schema.Schemas;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusDetails;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// Decodes request bodies. Unknown fields are dropped, reported as warnings or rejected, as
/// `fieldValidation` requires.
final class BodyDecoder {
    private static final Path MANAGED = Path.of("metadata", "managedFields");

    /// A decoded object, and warnings for the client.
    record Read(Json.Obj object, List<String> warnings) {
        Read {
            warnings = List.copyOf(warnings);
        }
    }

    private BodyDecoder() {}

    static Reply<Read> read(
            ResourceRegistry catalog, Kind kind, Json.Obj object, FieldValidation fields) {
        return BodyChecks.ofKind(catalog, kind, object)
                .then(it -> {
                    try {
                        return read(kind, it, fields);
                    } catch (SchemaReader.Mismatch e) {
                        return Reply.no(
                                StatusError.unreadable(kind, String.valueOf(e.getMessage())));
                    }
                });
    }

    /// Decodes the result of a patch.
    static Reply<Read> patched(
            ResourceRegistry catalog, Kind kind, Json.Obj after, FieldValidation fields) {
        Reply<Read> read = read(catalog, kind, after, fields);
        return read instanceof Reply.Refused<Read>(var why)
                ? Reply.no(inPatch(after, why.message()))
                : read;
    }

    private static StatusError inPatch(Json.Obj after, String message) {
        int words = message.indexOf(": ");
        String why =
                "Invalid value: "
                        + Json.of(after.text()).text()
                        + ": "
                        + message.substring(words + 2);
        return new StatusError(
                StatusReason.INVALID,
                " \"\" is invalid: patch: " + why,
                StatusDetails.NONE.with(
                        new StatusDetails.Cause("FieldValueInvalid", why, "patch")));
    }

    private static Reply<Read> read(Kind kind, Json.Obj object, FieldValidation fields) {
        Optional<Schema> schema = Schemas.of(kind);
        if (schema.isEmpty()) {
            return Reply.of(new Read(object, List.of()));
        }
        var reading = new SchemaReader();
        Json.Obj read = MANAGED.remove(reading.read(schema.get(), object));
        List<String> unknown =
                reading.unknown().stream()
                        .map(it -> "unknown field " + Json.of(it).text())
                        .toList();
        if (fields == FieldValidation.STRICT && !unknown.isEmpty()) {
            return Reply.no(
                    StatusError.unreadable(
                            kind, "strict decoding error: " + String.join(", ", unknown)));
        }
        return Reply.of(new Read(read, fields == FieldValidation.WARN ? unknown : List.of()));
    }
}
