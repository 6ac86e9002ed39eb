package dev.berth.controlplane.schema;

import dev.berth.controlplane.schema.Schema.Dictionary;
import dev.berth.controlplane.schema.Schema.Items;
import dev.berth.controlplane.schema.Schema.Reference;
import dev.berth.controlplane.schema.Schema.Scalar;
import dev.berth.controlplane.schema.Schema.Struct;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The OpenAPI definitions by name. Each definition is parsed when it is first used.
public final class Definitions {
    private static final String PREFIX = "#/components/schemas/";
    private static final Path REFERENCE = Path.of("$ref");
    private static final Path FORMAT = Path.of("format");
    private static final Path TYPE = Path.of("type");
    private static final Path GO_TYPE = Path.of("x-go-type");

    private final Json.Obj source;
    private final Map<String, Schema> read = new ConcurrentHashMap<>();

    Definitions(Json.Obj source) {
        this.source = source;
    }

    Json.Obj source() {
        return source;
    }

    Schema get(String name) {
        Schema known = read.get(name);
        if (known == null) {
            known = definition(name, Path.of(name).object(source));
            read.put(name, known);
        }
        return known;
    }

    private Schema definition(String name, Json.Obj definition) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        switch (last) {
            case "Quantity" -> {
                return new Scalar(Schema.Type.QUANTITY, "resource.Quantity");
            }
            case "IntOrString" -> {
                return new Scalar(Schema.Type.INT_OR_TEXT, "intstr.IntOrString");
            }
            case "Time" -> {
                return new Scalar(Schema.Type.TIME, "v1.Time");
            }
            case "MicroTime" -> {
                return new Scalar(Schema.Type.MICRO_TIME, "v1.MicroTime");
            }
            default -> {}
        }
        String shortName = name.substring(0, Math.max(name.lastIndexOf('.'), 0));
        String goType = shortName.substring(shortName.lastIndexOf('.') + 1) + "." + last;
        return definition.fields().containsKey("properties")
                ? struct(last, goType, definition)
                : inline(definition);
    }

    private Struct struct(String name, String goType, Json.Obj definition) {
        var fields = new LinkedHashMap<String, Schema.Field>();
        Path.of("properties")
                .object(definition)
                .fields()
                .forEach((field, property) -> fields.put(field, field(property)));
        return new Struct(name, goType, fields);
    }

    private Schema.Field field(Json property) {
        Optional<Json> fallback = Path.of("default").find(property);
        String strategy = Path.of("x-kubernetes-patch-strategy").text(property);
        return new Schema.Field(
                inline(property),
                fallback,
                Path.of("x-omit-zero").in(property),
                Path.of("x-null").in(property),
                Path.of("x-kubernetes-patch-merge-key").text(property),
                strategy.contains("merge"));
    }

    private Schema inline(Json schema) {
        var allOf = Path.of("allOf").items(schema);
        Json plain = allOf.isEmpty() ? schema : allOf.getFirst();
        String reference = REFERENCE.text(plain);
        if (!reference.isEmpty()) {
            return new Reference(reference.substring(PREFIX.length()), this);
        }
        String goType = GO_TYPE.text(schema);
        return switch (TYPE.text(plain)) {
            case "array" -> new Items(inline(Path.of("items").object(plain)));
            case "object" ->
                    Path.of("additionalProperties").in(plain)
                            ? new Dictionary(inline(Path.of("additionalProperties").object(plain)))
                            : new Scalar(Schema.Type.ANYTHING, "");
            case "string" ->
                    FORMAT.text(plain).equals("byte")
                            ? new Scalar(Schema.Type.BYTES, "[]uint8")
                            : new Scalar(Schema.Type.TEXT, goType.isEmpty() ? "string" : goType);
            case "boolean" -> new Scalar(Schema.Type.FLAG, "bool");
            case "integer" ->
                    FORMAT.text(plain).equals("int32")
                            ? new Scalar(Schema.Type.INT32, "int32")
                            : new Scalar(Schema.Type.INT64, "int64");
            case "number" -> new Scalar(Schema.Type.NUMBER, "float64");
            default -> new Scalar(Schema.Type.ANYTHING, "");
        };
    }
}
