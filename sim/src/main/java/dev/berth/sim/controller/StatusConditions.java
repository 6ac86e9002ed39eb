package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions of an object's status, in a form that can be changed.
final class StatusConditions {
    private static final Path TYPE = Path.of("type");
    private static final Path VALUE = Path.of("status");
    private static final Path REASON = Path.of("reason");
    private static final Path SINCE = Path.of("lastTransitionTime");

    private final List<Json> conditions;
    private final String now;
    private final String updated;

    private StatusConditions(List<Json> conditions, String now, String updated) {
        this.conditions = conditions;
        this.now = now;
        this.updated = updated;
    }

    static StatusConditions of(ObjectVersion object, String now) {
        return new StatusConditions(
                new ArrayList<>(ControllerFields.CONDITIONS.items(object.json())), now, "");
    }

    /// Also writes the current time to this field, which some kinds have.
    StatusConditions updatedIn(String field) {
        return new StatusConditions(conditions, now, field);
    }

    Optional<Json.Obj> find(String type) {
        for (Json each : conditions) {
            if (TYPE.text(each).equals(type) && each instanceof Json.Obj found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    boolean isTrue(String type) {
        return find(type).filter(it -> VALUE.text(it).equals("True")).isPresent();
    }

    String reason(String type) {
        return find(type).map(REASON::text).orElse("");
    }

    /// Sets a condition. `lastTransitionTime` changes only with the status.
    StatusConditions with(String type, String status, String reason, String message) {
        Optional<Json.Obj> before = find(type);
        String since =
                before.filter(it -> VALUE.text(it).equals(status)).map(SINCE::text).orElse(now);
        Json.Obj after = Json.Obj.EMPTY.with("type", type).with("status", status);
        if (!updated.isEmpty()) {
            after = after.with(updated, now);
        }
        after =
                after.with("lastTransitionTime", since)
                        .with("reason", reason)
                        .with("message", message);
        if (before.isPresent()) {
            conditions.set(conditions.indexOf(before.get()), after);
        } else {
            conditions.add(after);
        }
        return this;
    }

    /// Sets a condition if its status or its reason changes.
    StatusConditions ensure(String type, String status, String reason, String message) {
        boolean same =
                find(type)
                        .filter(it ->
                                VALUE.text(it).equals(status) && REASON.text(it).equals(reason))
                        .isPresent();
        return same ? this : with(type, status, reason, message);
    }

    StatusConditions without(String type) {
        conditions.removeIf(each -> TYPE.text(each).equals(type));
        return this;
    }

    /// The value for a patch. Null removes the field.
    Json json() {
        return conditions.isEmpty() ? Json.Null.NULL : new Json.Arr(conditions);
    }
}
