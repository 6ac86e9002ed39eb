package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Validates the name, labels, annotations, finalizers and owner references of an object.
final class MetadataChecks {
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path GENERATE = Path.of("metadata", "generateName");
    private static final Path LABELS = Path.of("metadata", "labels");
    private static final Path ANNOTATIONS = Path.of("metadata", "annotations");
    private static final Path FINALIZERS = Path.of("metadata", "finalizers");
    private static final Path DELETED = Path.of("metadata", "deletionTimestamp");
    private static final Path OWNERS = Path.of("metadata", "ownerReferences");
    private static final int MAX_ANNOTATIONS = 256 << 10;

    /// The kinds whose names are DNS labels.
    private static final Set<String> DNS_LABELS = Set.of("Namespace", "Service");

    private static final Set<String> STANDARD_FINALIZERS =
            Set.of("kubernetes", "orphan", "foregroundDeletion");

    private MetadataChecks() {}

    static void check(Kind kind, Json.Obj object, FieldErrors out) {
        String base = GENERATE.text(object);
        if (!base.isEmpty()) {
            // A generated name appends characters to `generateName`, which may therefore end with a
            // dash.
            name(kind, "metadata.generateName", base, base.endsWith("-") ? base + "x" : base, out);
        }
        String name = NAME.text(object);
        if (name.isEmpty()) {
            out.required("metadata.name", "name or generateName is required");
        } else {
            name(kind, "metadata.name", name, name, out);
        }
        labels(object, out);
        annotations(object, out);
        owners(object, out);
        finalizers(object, out);
    }

    /// Validates the metadata by the rules of the storage layer, which apply to every object.
    static void checkLoosely(Json.Obj object, FieldErrors out) {
        String name = NAME.text(object);
        for (String part : List.of("/", "%")) {
            if (name.contains(part)) {
                out.invalid("metadata.name", name, "may not contain '" + part + "'");
            }
        }
        labels(object, out);
        annotations(object, out);
    }

    static void checkChange(Json.Obj before, Json.Obj object, FieldErrors out) {
        List<Json> added =
                FINALIZERS.items(object).stream()
                        .filter(it -> !FINALIZERS.items(before).contains(it))
                        .toList();
        if (DELETED.in(before) && !added.isEmpty()) {
            out.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new"
                            + " finalizers []string{"
                            + String.join(", ", added.stream().map(Json::text).toList())
                            + "}");
        }
        labels(object, out);
        annotations(object, out);
        owners(object, out);
        finalizers(object, out);
    }

    private static void name(Kind kind, String field, String shown, String name, FieldErrors out) {
        var tried = new FieldErrors();
        if (DNS_LABELS.contains(kind.name()) && kind.group().isEmpty()) {
            tried.label(field, name);
        } else if (kind.name().equals("PriorityClass") || !kind.group().equals("rbac")) {
            tried.subdomain(field, name);
        }
        tried.found()
                .forEach(problem ->
                        out.add(
                                shown.equals(name)
                                        ? problem
                                        : new FieldError(
                                                field,
                                                problem.reason(),
                                                problem.message()
                                                        .replace(
                                                                Json.of(name).text(),
                                                                Json.of(shown).text()))));
    }

    private static void labels(Json.Obj object, FieldErrors out) {
        out.labels("metadata.labels", LABELS.object(object));
    }

    private static void annotations(Json.Obj object, FieldErrors out) {
        Json.Obj annotations = ANNOTATIONS.object(object);
        long size = 0;
        for (String key : FieldErrors.sorted(annotations)) {
            out.qualified("metadata.annotations", key.toLowerCase(Locale.ROOT));
            size += key.length() + (long) Path.of(key).text(annotations).length();
        }
        if (size > MAX_ANNOTATIONS) {
            out.add(FieldError.tooLong("metadata.annotations", MAX_ANNOTATIONS));
        }
    }

    private static void owners(Json.Obj object, FieldErrors out) {
        List<Json> owners = OWNERS.items(object);
        String controller = "";
        for (int i = 0; i < owners.size(); i++) {
            Json owner = owners.get(i);
            String field = "metadata.ownerReferences[" + i + "]";
            for (String name : List.of("apiVersion", "kind", "name", "uid")) {
                if (Path.of(name).text(owner).isEmpty()) {
                    out.required(field + "." + name, "must not be empty");
                }
            }
            if (Path.of("kind").text(owner).equals("Event")
                    && Path.of("apiVersion").text(owner).equals("v1")) {
                out.invalid(
                        field, shown(owner), "/v1, Kind=Event is disallowed from being an owner");
            }
            if (Path.of("controller").find(owner).filter(Json.of(true)::equals).isPresent()) {
                String name = Path.of("kind").text(owner) + "/" + Path.of("name").text(owner);
                if (!controller.isEmpty()) {
                    out.invalid(
                            "metadata.ownerReferences",
                            new Json.Arr(owners.stream().map(MetadataChecks::shown).toList()),
                            "Only one reference can have Controller set to true. Found \"true\" in"
                                    + " references for "
                                    + controller
                                    + " and "
                                    + name);
                }
                controller = name;
            }
        }
    }

    /// Formats an owner reference as the API server's messages do.
    private static Json shown(Json owner) {
        Json.Obj shown = Json.Obj.EMPTY;
        for (String name :
                List.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")) {
            Json value = Path.of(name).find(owner).orElse(null);
            shown = value == null ? shown : shown.with(name, value);
        }
        return shown;
    }

    private static void finalizers(Json.Obj object, FieldErrors out) {
        List<Json> finalizers = FINALIZERS.items(object);
        for (int i = 0; i < finalizers.size(); i++) {
            String name = finalizers.get(i) instanceof Json.Str(var text) ? text : "";
            String field = "metadata.finalizers[" + i + "]";
            int before = out.found().size();
            out.qualified("metadata.finalizers", name);
            if (before == out.found().size()
                    && name.indexOf('/') < 0
                    && !STANDARD_FINALIZERS.contains(name)) {
                out.invalid(
                        field,
                        name,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
        if (finalizers.contains(Json.of("orphan"))
                && finalizers.contains(Json.of("foregroundDeletion"))) {
            out.invalid(
                    "metadata.finalizers",
                    new Json.Arr(finalizers),
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }
}
