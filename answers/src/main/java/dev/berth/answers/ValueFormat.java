package dev.berth.answers;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// How values of one type are written and read.
sealed interface ValueFormat {
    Json encode(Object value);

    /// @param json anything but `null`
    Object decode(Json json, JsonPath path);

    /// What stands for a field that is not there.
    Object absent();

    static ValueFormat of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new ListOf(of(arguments[0]));
            }
            if (generic.getRawType() == Optional.class) {
                return new OptionalOf(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new MapOf(of(arguments[1]));
            }
        }
        if (type == String.class) {
            return new Text();
        }
        if (type == boolean.class) {
            return new Truth();
        }
        if (type == int.class) {
            return new Int();
        }
        if (type == long.class || type == Long.class) {
            return new LongNumber();
        }
        if (type == OptionalLong.class) {
            return new OptionalNumber();
        }
        if (type instanceof Class<?> part && part.isRecord()) {
            return new Part(part);
        }
        throw new IllegalArgumentException("answers have no fields of type " + type);
    }

    private static DecodeException failure(JsonPath path, Json value, String problem) {
        return new DecodeException(path, value.text(), problem);
    }

    record Text() implements ValueFormat {
        @Override
        public Json encode(Object value) {
            return Json.of((String) value);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            if (json instanceof Json.Str(var text)) {
                return text;
            }
            throw failure(path, json, "is not a string");
        }

        @Override
        public Object absent() {
            return "";
        }
    }

    record Truth() implements ValueFormat {
        @Override
        public Json encode(Object value) {
            return Json.of((boolean) value);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            if (json instanceof Json.Bool(var truth)) {
                return truth;
            }
            throw failure(path, json, "is neither true nor false");
        }

        @Override
        public Object absent() {
            return false;
        }
    }

    record Int() implements ValueFormat {
        @Override
        public Json encode(Object value) {
            return Json.of((int) value);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            long wide = LongNumber.value(json, path);
            if ((int) wide != wide) {
                throw failure(path, json, "does not fit in 32 bits");
            }
            return (int) wide;
        }

        @Override
        public Object absent() {
            return 0;
        }
    }

    record LongNumber() implements ValueFormat {
        private static long value(Json json, JsonPath path) {
            if (json instanceof Json.Num number) {
                return number.asLong()
                        .orElseThrow(() -> failure(path, json, "is not a 64-bit integer"));
            }
            throw failure(path, json, "is not an integer");
        }

        @Override
        public Json encode(Object value) {
            return Json.of((long) value);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            return value(json, path);
        }

        @Override
        public Object absent() {
            return 0L;
        }
    }

    record OptionalNumber() implements ValueFormat {
        @Override
        public Json encode(Object value) {
            var number = (OptionalLong) value;
            return number.isEmpty() ? Json.Null.NULL : Json.of(number.getAsLong());
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            return OptionalLong.of(LongNumber.value(json, path));
        }

        @Override
        public Object absent() {
            return OptionalLong.empty();
        }
    }

    record OptionalOf(ValueFormat element) implements ValueFormat {
        @Override
        public Json encode(Object value) {
            return ((Optional<?>) value).<Json>map(element::encode).orElse(Json.Null.NULL);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            return Optional.of(element.decode(json, path));
        }

        @Override
        public Object absent() {
            return Optional.empty();
        }
    }

    record ListOf(ValueFormat element) implements ValueFormat {
        @Override
        public Json encode(Object value) {
            var list = (List<?>) value;
            if (list.isEmpty()) {
                return Json.Arr.EMPTY;
            }
            var elements = new ArrayList<Json>(list.size());
            for (Object each : list) {
                elements.add(element.encode(each));
            }
            return new Json.Arr(elements);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            if (!(json instanceof Json.Arr(var elements))) {
                throw failure(path, json, "is not a list");
            }
            var list = new ArrayList<Object>(elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Json each = elements.get(i);
                list.add(
                        each instanceof Json.Null
                                ? element.absent()
                                : element.decode(each, path.element(i)));
            }
            return List.copyOf(list);
        }

        @Override
        public Object absent() {
            return List.of();
        }
    }

    record MapOf(ValueFormat element) implements ValueFormat {
        @Override
        public Json encode(Object value) {
            var fields = new LinkedHashMap<String, Json>();
            ((Map<?, ?>) value)
                    .forEach((key, each) -> fields.put((String) key, element.encode(each)));
            return new Json.Obj(fields);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            if (!(json instanceof Json.Obj(var fields))) {
                throw failure(path, json, "is not an object");
            }
            var map = new LinkedHashMap<String, Object>();
            fields.forEach((key, each) -> {
                if (!(each instanceof Json.Null)) {
                    map.put(key, element.decode(each, path.field(key)));
                }
            });
            return Collections.unmodifiableMap(map);
        }

        @Override
        public Object absent() {
            return Map.of();
        }
    }

    record Part(Class<?> type) implements ValueFormat {
        @Override
        public Json encode(Object value) {
            return AnswerCodec.format(type).encode((Record) value);
        }

        @Override
        public Object decode(Json json, JsonPath path) {
            if (json instanceof Json.Obj object) {
                return AnswerCodec.format(type).decode(object, path);
            }
            throw failure(path, json, "is not an object");
        }

        @Override
        public Object absent() {
            return AnswerCodec.format(type).decode(Json.Obj.EMPTY, JsonPath.ROOT);
        }
    }
}
