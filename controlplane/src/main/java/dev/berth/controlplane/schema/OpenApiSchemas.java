package dev.berth.controlplane.schema;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The OpenAPI schemas that clients download.
public final class OpenApiSchemas {
    /// The extensions that only Berth reads, and that clients do not get.
    private static final Set<String> OURS = Set.of("x-omit-zero", "x-go-type", "x-null");

    private static final String PREFIX = "#/components/schemas/";

    private OpenApiSchemas() {}

    /// The definitions of the kinds, and of everything they refer to, by name. Kinds that are not
    /// built in have no definition.
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

    /// Removes the extensions that only Berth reads.
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
