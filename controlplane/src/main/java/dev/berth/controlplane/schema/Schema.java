package dev.berth.controlplane.schema;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What may stand at a place in an object.
public sealed interface Schema {
    /// An object with known fields.
    ///
    /// @param name as Go calls it, such as `PodSpec`
    /// @param always those of its fields that are there even if nobody said anything
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

    /// An object with any fields of one type.
    record Dictionary(Schema values) implements Schema {}

    record Items(Schema element) implements Schema {}

    record Scalar(Type type, String goType) implements Schema {}

    /// A definition by its name, which may lead back to where one is.
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
    /// @param fallback what is there if nobody said, if anything
    /// @param omitZero whether the empty text, list or map, 0 and false are the same as nothing
    /// @param nullable whether null is there if nothing is
    /// @param mergeKey by which field elements of a list are merged; empty if it is none
    /// @param merged whether a strategic merge patch adds to the list instead of replacing it
    record Field(
            Schema schema,
            Optional<Json> fallback,
            boolean omitZero,
            boolean nullable,
            String mergeKey,
            boolean merged) {}

    /// The schema itself, where this is only its name.
    default Schema resolved() {
        return this instanceof Reference(var name, var definitions) ? definitions.get(name) : this;
    }
}
