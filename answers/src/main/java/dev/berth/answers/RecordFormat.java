package dev.berth.answers;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// How one type of record is written and read.
final class RecordFormat {
    private final String[] names;
    private final MethodHandle[] accessors;
    private final ValueFormat[] formats;
    private final MethodHandle constructor;

    private RecordFormat(
            String[] names,
            MethodHandle[] accessors,
            ValueFormat[] formats,
            MethodHandle constructor) {
        this.names = names;
        this.accessors = accessors;
        this.formats = formats;
        this.constructor = constructor;
    }

    static RecordFormat of(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        int size = components.length;
        var names = new String[size];
        var accessors = new MethodHandle[size];
        var formats = new ValueFormat[size];
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            for (int i = 0; i < size; i++) {
                names[i] = components[i].getName();
                accessors[i] =
                        lookup.unreflect(components[i].getAccessor())
                                .asType(MethodType.methodType(Object.class, Record.class));
                formats[i] = ValueFormat.of(components[i].getGenericType());
            }
            Class<?>[] parameters =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            MethodHandle constructor =
                    lookup.unreflectConstructor(type.getDeclaredConstructor(parameters))
                            .asType(MethodType.genericMethodType(size))
                            .asSpreader(Object[].class, size);
            return new RecordFormat(names, accessors, formats, constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is not a record of answers", e);
        }
    }

    Map<String, ValueFormat> formats() {
        var all = new LinkedHashMap<String, ValueFormat>();
        for (int i = 0; i < names.length; i++) {
            all.put(names[i], formats[i]);
        }
        return all;
    }

    Json.Obj encode(Record answer) {
        var fields = new LinkedHashMap<String, Json>();
        for (int i = 0; i < names.length; i++) {
            Json value = formats[i].encode(component(i, answer));
            if (!(value instanceof Json.Null)) {
                fields.put(names[i], value);
            }
        }
        return new Json.Obj(fields);
    }

    private Object component(int index, Record answer) {
        try {
            return (Object) accessors[index].invokeExact(answer);
        } catch (Throwable e) {
            throw new IllegalStateException(names[index] + " cannot be read", e);
        }
    }

    Record decode(Json.Obj json, JsonPath path) {
        var values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            Json value = json.fields().get(names[i]);
            values[i] =
                    value == null || value instanceof Json.Null
                            ? formats[i].absent()
                            : formats[i].decode(value, path.field(names[i]));
        }
        try {
            return (Record) constructor.invoke(values);
        } catch (Throwable e) {
            throw new IllegalStateException(path + " cannot be decoded", e);
        }
    }
}
