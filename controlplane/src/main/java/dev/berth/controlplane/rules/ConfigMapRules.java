package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of config maps.
final class ConfigMapRules implements KindRule {
    private static final Path DATA = Path.of("data");

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Json.Obj binary = Path.of("binaryData").object(object);
        for (String key : FieldErrors.sorted(DATA.object(object))) {
            out.configKey("data[" + key + "]", key);
            if (binary.fields().containsKey(key)) {
                out.invalid("data[" + key + "]", key, "duplicate of key present in binaryData");
            }
        }
        FieldErrors.sorted(binary).forEach(key -> out.configKey("binaryData[" + key + "]", key));
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        ImmutableFields.check(before, after, List.of("data", "binaryData"), out);
        check(after, out);
    }
}
