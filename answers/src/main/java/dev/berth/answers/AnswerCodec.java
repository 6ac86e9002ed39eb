package dev.berth.answers;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.util.LinkedHashMap;
import java.util.Map;

/// Encodes answers as JSON and decodes them.
///
/// A component of a record is a field of the same name. An empty `Optional` is an absent field, or
/// `null` in a list. When it decodes, an absent field and `null` count as the empty value of the
/// type (`""`, 0, false, an empty list), and unknown fields are ignored: so a client and a server
/// of different versions understand each other.
public final class AnswerCodec {
    private static final ClassValue<RecordFormat> FORMATS =
            new ClassValue<>() {
                @Override
                protected RecordFormat computeValue(Class<?> type) {
                    return RecordFormat.of(type);
                }
            };

    private AnswerCodec() {}

    public static Json.Obj encode(Record answer) {
        return FORMATS.get(answer.getClass()).encode(answer);
    }

    /// @throws DecodeException if a field has a value of the wrong type
    public static <T extends Record> T decode(Json.Obj json, Class<T> type) {
        return type.cast(FORMATS.get(type).decode(json, JsonPath.ROOT));
    }

    /// The fields of a record and their types, in order.
    static Map<String, ValueFormat> fields(Class<?> type) {
        return new LinkedHashMap<>(FORMATS.get(type).formats());
    }

    static RecordFormat format(Class<?> type) {
        return FORMATS.get(type);
    }
}
