package dev.berth.model.json;

import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.LinkedHashMap;
import java.util.Map;

/// Builds an object. A name that is added twice keeps its first position and its last value.
public final class ObjBuilder {
    private final Map<String, Json> fields = new LinkedHashMap<>();

    ObjBuilder() {}

    public ObjBuilder put(String name, Json value) {
        fields.put(name, value);
        return this;
    }

    public ObjBuilder put(String name, String value) {
        return put(name, Json.of(value));
    }

    public ObjBuilder put(String name, long value) {
        return put(name, Json.of(value));
    }

    public ObjBuilder put(String name, boolean value) {
        return put(name, Json.of(value));
    }

    public ObjBuilder putUnlessEmpty(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    public ObjBuilder putUnlessEmpty(String name, Obj value) {
        return value.fields().isEmpty() ? this : put(name, value);
    }

    public ObjBuilder putUnlessEmpty(String name, Arr value) {
        return value.elements().isEmpty() ? this : put(name, value);
    }

    public Obj build() {
        return fields.isEmpty() ? Obj.EMPTY : new Obj(fields);
    }
}
