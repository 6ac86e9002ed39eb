package dev.berth.config;

import dev.berth.model.Encoder;
import dev.berth.model.GoDuration;
import dev.berth.model.NodeAffinity;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Converts records to JSON, as the inverse of [RecordReader]. Absent and empty values are left
/// out.
final class RecordWriter {
    private RecordWriter() {}

    static Json.Obj json(Record record) {
        var object = Json.Obj.builder();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = read(component, record);
            if (isThere(value)) {
                object.put(component.getName(), value(value));
            }
        }
        return object.build();
    }

    private static Object read(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read a " + record.getClass().getName(), e);
        }
    }

    private static boolean isThere(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Optional<?> optional -> optional.isPresent();
            case Collection<?> collection -> !collection.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            default -> true;
        };
    }

    private static Json value(Object value) {
        return switch (value) {
            case Json json -> json;
            case String text -> Json.of(text);
            case Boolean flag -> Json.of(flag);
            case Integer number -> Json.of(number);
            case Long number -> Json.of(number);
            case Double number -> new Json.Num(number.toString());
            case Duration time -> Json.of(GoDuration.text(time));
            case Enum<?> constant -> Json.of(RecordReader.camelCase(constant));
            case Optional<?> optional -> value(optional.orElseThrow());
            case Collection<?> elements ->
                    new Json.Arr(elements.stream().map(RecordWriter::value).toList());
            case Map<?, ?> fields -> {
                var object = Json.Obj.builder();
                fields.forEach((name, field) -> object.put(String.valueOf(name), value(field)));
                yield object.build();
            }
            case NodeAffinity affinity -> Encoder.nodeAffinity(affinity);
            case SpreadConstraint constraint -> Encoder.spreadConstraint(constraint);
            case Record record -> json(record);
            default ->
                    throw new IllegalStateException(
                            "a configuration cannot contain a " + value.getClass().getName());
        };
    }
}
