package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.Timestamps;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of device taint rules.
final class DeviceTaintRules implements KindRule {
    private static final Path TAINT = Path.of("spec", "taint");
    private static final Path EFFECT = TAINT.then("effect");
    private static final Path ADDED = TAINT.then("timeAdded");
    private static final Path SELECTOR = Path.of("spec", "deviceSelector");

    private final Timestamps stamp;

    DeviceTaintRules(Timestamps stamp) {
        this.stamp = stamp;
    }

    @Override
    public Json.Obj withDefaults(Json.Obj rule) {
        return ADDED.setIfAbsent(rule, stamp.now());
    }

    /// Parity: a new effect counts from now, unless the client sets the time.
    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        boolean kept = ADDED.text(before).equals(ADDED.text(after));
        return kept && !EFFECT.text(before).equals(EFFECT.text(after))
                ? ADDED.set(after, stamp.now())
                : withDefaults(after);
    }

    @Override
    public void check(Json.Obj rule, FieldErrors out) {
        checkChange(Json.Obj.EMPTY, rule, out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj rule, FieldErrors out) {
        selector(SELECTOR.object(rule), out);
        out.qualified("spec.taint.key", TAINT.then("key").text(rule));
        String value = TAINT.then("value").text(rule);
        if (!value.isEmpty()) {
            out.labelValue("spec.taint.value", value);
        }
        String effect = EFFECT.text(rule);
        if (effect.isEmpty()) {
            out.required("spec.taint.effect");
        } else if (!effect.equals(EFFECT.text(before))) {
            out.oneOf("spec.taint.effect", effect, "NoExecute", "NoSchedule", "None");
        }
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        ConditionChecks.check(
                "status.conditions", Path.of("status", "conditions").items(after), out);
    }

    private static void selector(Json.Obj selector, FieldErrors out) {
        String at = "spec.deviceSelector.";
        Path driver = Path.of("driver");
        if (driver.in(selector)) {
            out.subdomain(at + "driver", driver.text(selector));
        }
        Path pool = Path.of("pool");
        if (pool.in(selector)) {
            for (String part : List.of(pool.text(selector).split("/", -1))) {
                out.subdomain(at + "pool", part);
            }
        }
        Path device = Path.of("device");
        if (device.in(selector)) {
            out.label(at + "device", device.text(selector));
        }
    }
}
