package dev.berth.controlplane.schema;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The type of a value in an object.
public sealed interface Schema {
    /// An object with known fields.
    ///
    /// @param name the name of the Go type, such as `PodSpec`
    /// @param always the fields that the API server writes even when they are not set
    record Struct(
            String name,
            String goType,
            Map<String, Field> fields,
            List<Map.Entry<String, Field>> always)
            implements Schema {
        public Struct {
            fields = Map.copyOf(fields);
            always = List.copyOf(always);
        }

        Struct(String name, String goType, Map<String, Field> fields) {
            this(
                    name,
                    goType,
                    fields,
                    fields.entrySet().stream()
                            .filter(it ->
                                    it.getValue().nullable()
                                            || it.getValue().fallback().isPresent())
                            .map(it -> Map.entry(it.getKey(), it.getValue()))
                            .toList());
        }

        public Optional<Field> field(String name) {
            return Optional.ofNullable(fields.get(name));
        }
    }

    /// A map: an object with arbitrary keys and values of one type.
    record Dictionary(Schema values) implements Schema {}

    record Items(Schema element) implements Schema {}

    record Scalar(Type type, String goType) implements Schema {}

    /// A reference to a definition by its name. References can be recursive.
    record Reference(String name, Definitions definitions) implements Schema {}

    enum Type {
        TEXT,
        BYTES,
        FLAG,
        INT32,
        INT64,
        NUMBER,
        QUANTITY,
        INT_OR_TEXT,
        TIME,
        MICRO_TIME,
        ANYTHING
    }

    /// A field of an object.
    ///
    /// @param fallback the default value, if the field has one
    /// @param omitZero whether an empty string, list or map, 0 and false mean that the field is
    ///   absent
    /// @param nullable whether an absent field is written as null
    /// @param mergeKey the field that identifies an element of the list in a merge, or empty
    /// @param merged whether a strategic merge patch merges the list instead of replacing it
    record Field(
            Schema schema,
            Optional<Json> fallback,
            boolean omitZero,
            boolean nullable,
            String mergeKey,
            boolean merged) {}

    /// The schema that a reference refers to, or the schema itself.
    default Schema resolved() {
        return this instanceof Reference(var name, var definitions) ? definitions.get(name) : this;
    }
}
