package dev.berth.controlplane.schema;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Schemas as OpenAPI writes them, for clients.
public final class OpenApiSchemas {
    /// Marks that are for reading, not for clients.
    private static final Set<String> OURS = Set.of("x-omit-zero", "x-go-type", "x-null");

    private static final String PREFIX = "#/components/schemas/";

    private OpenApiSchemas() {}

    /// The definitions of these kinds and all that they refer to, by name; kinds that are not built
    /// in are left out.
    public static Json.Obj of(List<Kind> kinds) {
        var reached = new TreeMap<String, Json>();
        for (Kind kind : kinds) {
            Schemas.name(kind).ifPresent(name -> reach(name, reached));
        }
        return new Json.Obj(reached);
    }

    private static void reach(String name, Map<String, Json> reached) {
        if (reached.containsKey(name)) {
            return;
        }
        Schemas.source()
                .field(name)
                .ifPresent(definition -> {
                    reached.put(name, definition);
                    reached.put(name, delivered(definition, reached));
                });
    }

    /// Without what is only ours to know.
    private static Json delivered(Json value, Map<String, Json> reached) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                var kept = Json.Obj.builder();
                fields.forEach((name, inner) -> {
                    if (name.equals("$ref") && inner instanceof Json.Str(var target)) {
                        reach(target.substring(PREFIX.length()), reached);
                    }
                    if (!OURS.contains(name)) {
                        kept.put(name, delivered(inner, reached));
                    }
                });
                yield kept.build();
            }
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(it -> delivered(it, reached)).toList());
            case Json other -> other;
        };
    }
}
