package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Validates updates of objects whose field `immutable` is true.
final class ImmutableFields {
    private static final Path IMMUTABLE = Path.of("immutable");
    private static final String WHY = "field is immutable when `immutable` is set";

    private ImmutableFields() {}

    static void check(Json.Obj before, Json.Obj after, List<String> fields, FieldErrors out) {
        if (!immutable(before)) {
            return;
        }
        if (!immutable(after)) {
            out.forbidden("immutable", WHY);
        }
        for (String name : fields) {
            if (!Path.of(name).object(before).equals(Path.of(name).object(after))) {
                out.forbidden(name, WHY);
            }
        }
    }

    private static boolean immutable(Json.Obj object) {
        return IMMUTABLE.find(object).filter(Json.of(true)::equals).isPresent();
    }
}
