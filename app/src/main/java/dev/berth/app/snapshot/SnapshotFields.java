package dev.berth.app.snapshot;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The kinds and fields of a snapshot, from `fields.json`. A field that the file does not list is
/// not in the snapshot.
///
/// In the file, `true` keeps a value, an object keeps the listed fields of an object or of each
/// element of a list, and a string is the name of a shared object.
final class SnapshotFields {
    private static final String METADATA = "metadata";
    private static final String VOLUME = "volume";
    private static final Set<String> VOLUME_FIELDS_BESIDE_SOURCE =
            Set.of(
                    "capacity",
                    "accessModes",
                    "claimRef",
                    "nodeAffinity",
                    "storageClassName",
                    "volumeMode",
                    "persistentVolumeReclaimPolicy");

    private final Json.Obj file;
    private final List<String> annotations;

    /// @param more annotations that the snapshot contains beside those of the file
    SnapshotFields(List<String> more) {
        try (InputStream in = SnapshotFields.class.getResourceAsStream("fields.json")) {
            file = (Json.Obj) Json.parse(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        annotations = new ArrayList<>(more);
        ((Json.Arr) file.field("annotations").orElseThrow())
                .elements()
                .forEach(each -> annotations.add(((Json.Str) each).value()));
    }

    /// A kind of the snapshot.
    ///
    /// @param fields the fields to keep
    record SnapshotKind(Kind kind, Json.Obj fields) {}

    /// The kinds, in the order of the snapshot.
    List<SnapshotKind> kinds() {
        return ((Json.Arr) file.field("kinds").orElseThrow())
                .elements().stream()
                        .map(each ->
                                new SnapshotKind(
                                        new Kind(
                                                each.textAt("group").orElseThrow(),
                                                each.textAt("version").orElseThrow(),
                                                each.textAt("kind").orElseThrow(),
                                                each.textAt("plural").orElseThrow(),
                                                each.at("namespaced")
                                                        .equals(Optional.of(Json.Bool.TRUE))),
                                        each.objAt("fields").orElseThrow()))
                        .toList();
    }

    /// The object with only the fields of its kind.
    Json.Obj redacted(SnapshotKind kind, Json.Obj object) {
        Json.Obj kept = (Json.Obj) kept(object, kind.fields());
        Json.Obj complete = kind.kind().equals(Kind.PERSISTENT_VOLUME) ? withSource(kept) : kept;
        var redacted =
                Json.Obj.builder()
                        .put("apiVersion", kind.kind().apiVersion())
                        .put("kind", kind.kind().name());
        complete.fields().forEach(redacted::put);
        return redacted.build();
    }

    private Json kept(Json value, Json mask) {
        return switch (mask) {
            case Json.Str(var name) -> named(value, name);
            case Json.Obj fields -> fields(value, fields);
            case Json _ -> value;
        };
    }

    private Json named(Json value, String name) {
        Json.Obj mask = file.objAt(name).orElseThrow();
        return switch (name) {
            case METADATA -> annotated(value, fields(value, mask));
            case VOLUME -> volumes(fields(value, mask));
            default -> fields(value, mask);
        };
    }

    private Json fields(Json value, Json.Obj mask) {
        return switch (value) {
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(each -> fields(each, mask)).toList());
            case Json.Obj(var fields) -> {
                var kept = Json.Obj.builder();
                fields.forEach((name, field) ->
                        mask.field(name).ifPresent(inner -> kept.put(name, kept(field, inner))));
                yield kept.build();
            }
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }

    private Json annotated(Json before, Json after) {
        var kept = Json.Obj.builder();
        before.objAt("annotations")
                .ifPresent(all ->
                        all.fields()
                                .forEach((name, value) -> {
                                    if (annotations.stream().anyMatch(name::startsWith)) {
                                        kept.put(name, value);
                                    }
                                }));
        Json.Obj annotations = kept.build();
        return annotations.fields().isEmpty()
                ? after
                : ((Json.Obj) after).with("annotations", annotations);
    }

    /// A volume needs a source. Sources that scheduling does not read become empty directories.
    private static Json volumes(Json volumes) {
        if (!(volumes instanceof Json.Arr(var elements))) {
            return volumes;
        }
        return new Json.Arr(
                elements.stream()
                        .map(each ->
                                each instanceof Json.Obj volume && volume.fields().size() < 2
                                        ? volume.with("emptyDir", Json.Obj.EMPTY)
                                        : each)
                        .toList());
    }

    private static Json.Obj withSource(Json.Obj volume) {
        Json.Obj spec = volume.objAt("spec").orElse(Json.Obj.EMPTY);
        return VOLUME_FIELDS_BESIDE_SOURCE.containsAll(spec.fields().keySet())
                ? volume.with(
                        "spec", spec.with("hostPath", Json.Obj.of("path", Json.of("/redacted"))))
                : volume;
    }
}
