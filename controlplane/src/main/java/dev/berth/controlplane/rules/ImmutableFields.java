package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// What may not be changed of objects that say so of themselves.
final class ImmutableFields {
    private static final Path IMMUTABLE = Path.of("immutable");
    private static final String WHY = "field is immutable when `immutable` is set";

    private ImmutableFields() {}

    static void check(Json.Obj before, Json.Obj after, List<String> fields, FieldErrors out) {
        if (!said(before)) {
            return;
        }
        if (!said(after)) {
            out.forbidden("immutable", WHY);
        }
        for (String name : fields) {
            if (!Path.of(name).object(before).equals(Path.of(name).object(after))) {
                out.forbidden(name, WHY);
            }
        }
    }

    private static boolean said(Json.Obj object) {
        return IMMUTABLE.find(object).filter(Json.of(true)::equals).isPresent();
    }
}
