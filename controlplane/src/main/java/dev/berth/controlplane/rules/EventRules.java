package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of events, of both API groups.
final class EventRules implements KindRule {
    private final boolean core;

    EventRules(boolean core) {
        this.core = core;
    }

    @Override
    public void check(Json.Obj event, FieldErrors out) {
        String namespace = Path.of("metadata", "namespace").text(event);
        String about = Path.of("regarding", "namespace").text(event);
        boolean fits = about.equals(namespace) || about.isEmpty() && namespace.equals("default");
        if (!fits) {
            out.invalid("involvedObject.namespace", about, "does not match event.namespace");
        }
        if (core) {
            return;
        }
        if (!Path.of("eventTime").in(event)) {
            out.required("eventTime");
        }
        String type = Path.of("type").text(event);
        if (!type.equals("Normal") && !type.equals("Warning")) {
            out.invalid("type", type, "has invalid value: " + type);
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {}
}
