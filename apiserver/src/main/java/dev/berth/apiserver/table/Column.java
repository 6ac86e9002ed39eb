package dev.berth.apiserver.table;

import dev.berth.model.json.Json;

/// A column of a table.
///
/// @param type the OpenAPI type
/// @param priority 0 if it is always shown, 1 if only in wide output
public record Column(String name, String type, String format, int priority) {
    static final Column NAME = new Column("Name", "string", "name", 0);
    static final Column AGE = text("Age");

    static Column text(String name) {
        return new Column(name, "string", "", 0);
    }

    static Column wide(String name) {
        return new Column(name, "string", "", 1);
    }

    static Column number(String name) {
        return new Column(name, "integer", "", 0);
    }

    static Column flag(String name) {
        return new Column(name, "boolean", "", 0);
    }

    Column inside() {
        return new Column(name, type, format, 1);
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", "")
                .put("priority", priority)
                .build();
    }
}
