package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules of resource slices.
final class ResourceSliceRules implements KindRule {
    private static final int MAX_DEVICES = 128;
    private static final int MAX_DEVICES_WITH_DETAILS = 64;
    private static final int MAX_COUNTER_SETS = 8;
    private static final int MAX_COUNTERS = 32;
    private static final int MAX_CONSUMED_SETS = 2;
    private static final int MAX_ATTRIBUTES = 32;
    private static final int MAX_CONDITIONS = 4;
    private static final int MAX_TEXT = 64;
    private static final List<String> NODES =
            List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");
    private static final List<String> DEVICE_NODES = NODES.subList(0, 3);
    private static final List<String> VALUES =
            List.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions");

    /// The values that do not need the feature of lists.
    private static final List<String> SCALARS = VALUES.subList(0, 4);

    private static final Pattern VERSION =
            Pattern.compile(
                    "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
                            + "(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?"
                            + "(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Json.Obj spec = Path.of("spec").object(object);
        DeviceChecks.driver("spec.driver", Path.of("driver").text(spec), out);
        DeviceChecks.pool("spec.pool.name", Path.of("pool", "name").text(spec), out);
        if (Path.of("pool", "resourceSliceCount").number(spec, 0) <= 0) {
            out.invalid(
                    "spec.pool.resourceSliceCount",
                    Json.of(Path.of("pool", "resourceSliceCount").number(spec, 0)),
                    "must be greater than zero");
        }
        long generation = Path.of("pool", "generation").number(spec, 0);
        if (generation < 0) {
            out.invalid(
                    "spec.pool.generation",
                    Json.of(generation),
                    "must be greater than or equal to zero");
        }
        nodes(spec, out);
        devices(spec, out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        for (String field : List.of("driver", "nodeName")) {
            out.immutable("spec." + field, Path.of("spec", field), before, after);
        }
        Path pool = Path.of("spec", "pool", "name");
        out.immutable("spec.pool.name", pool, before, after);
    }

    private static void nodes(Json.Obj spec, FieldErrors out) {
        String name = Path.of("nodeName").text(spec);
        if (Path.of("nodeName").in(spec)) {
            if (name.isEmpty()) {
                out.invalid(
                        "spec.nodeName", name, "must be either unset or set to a non-empty string");
            } else {
                out.subdomain("spec.nodeName", name);
            }
        }
        if (Path.of("nodeSelector").in(spec)) {
            selector("spec.nodeSelector", Path.of("nodeSelector").object(spec), out);
        }
        for (String flag : List.of("allNodes", "perDeviceNodeSelection")) {
            if (Path.of(flag).find(spec).filter(Json.Bool.FALSE::equals).isPresent()) {
                out.invalid("spec." + flag, Json.Bool.FALSE, "must be either unset or set to true");
            }
        }
        List<String> set = given(spec, NODES);
        String rule =
                "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is"
                        + " required";
        if (set.isEmpty()) {
            out.required("spec", rule);
        } else if (set.size() > 1) {
            out.invalid("spec", DeviceChecks.set(set), rule + ", but multiple fields are set");
        }
    }

    /// The fields that select nodes.
    private static List<String> given(Json object, List<String> fields) {
        var given = new ArrayList<String>();
        for (String field : fields) {
            Json value = Path.of(field).find(object).orElse(Json.Null.NULL);
            boolean empty =
                    value.equals(Json.Null.NULL)
                            || value.equals(Json.Bool.FALSE)
                            || value.equals(Json.of(""));
            if (!empty) {
                given.add(field);
            }
        }
        return given;
    }

    private static void selector(String field, Json.Obj selector, FieldErrors out) {
        String at = field + ".nodeSelectorTerms";
        if (Path.of("nodeSelectorTerms").items(selector).isEmpty()) {
            out.required(at, "must have at least one node selector term");
            out.invalid(at, Json.Null.NULL, "must have exactly one node selector term");
        }
    }

    private static void devices(Json.Obj spec, FieldErrors out) {
        List<Json> devices = Path.of("devices").items(spec);
        List<Json> counters = Path.of("sharedCounters").items(spec);
        if (!devices.isEmpty() && !counters.isEmpty()) {
            out.invalid("spec", "", "only one of `sharedCounters` or `devices` is allowed");
        }
        boolean details =
                devices.stream()
                        .anyMatch(device ->
                                !Path.of("taints").items(device).isEmpty()
                                        || !Path.of("consumesCounters").items(device).isEmpty());
        int max = details ? MAX_DEVICES_WITH_DETAILS : MAX_DEVICES;
        if (!DeviceChecks.tooMany("spec.devices", devices.size(), max, out)) {
            boolean perDevice =
                    Path.of("perDeviceNodeSelection")
                            .find(spec)
                            .filter(Json.Bool.TRUE::equals)
                            .isPresent();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < devices.size(); i++) {
                String at = "spec.devices[" + i + "]";
                device(at, devices.get(i), perDevice, out);
                String name = Path.of("name").text(devices.get(i));
                if (!names.add(name)) {
                    out.duplicate(at, name);
                }
            }
        }
        counterSets(counters, out);
    }

    private static void device(String at, Json device, boolean perDevice, FieldErrors out) {
        out.label(at + ".name", Path.of("name").text(device));
        Json.Obj attributes = Path.of("attributes").object(device);
        Json.Obj capacity = Path.of("capacity").object(device);
        attributes(at + ".attributes", attributes, out);
        capacities(at + ".capacity", device, capacity, out);
        int entries = attributes.fields().size() + capacity.fields().size();
        if (entries > MAX_ATTRIBUTES) {
            out.invalid(
                    at,
                    Json.of(entries),
                    "the total number of attributes and capacities must not exceed "
                            + MAX_ATTRIBUTES);
        }
        consumedCounters(at + ".consumesCounters", device, out);
        DeviceChecks.taints(at + ".taints", Path.of("taints").items(device), out);
        nodesOfDevice(at, device, perDevice, out);
        conditions(at, device, out);
    }

    private static void nodesOfDevice(String at, Json device, boolean perDevice, FieldErrors out) {
        List<String> set = given(device, DEVICE_NODES);
        String rule =
                "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
                        + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
        if (!perDevice) {
            if (!set.isEmpty()) {
                out.invalid(
                        at,
                        Json.Null.NULL,
                        "`nodeName`, `nodeSelector` and `allNodes` can only be set if"
                                + " `perDeviceNodeSelection` is set to true in the ResourceSlice"
                                + " spec");
            }
        } else if (set.isEmpty()) {
            out.required(at, rule);
        } else if (set.size() > 1) {
            out.invalid(at, DeviceChecks.set(set), rule);
        }
    }

    private static void attributes(String field, Json.Obj attributes, FieldErrors out) {
        for (String name : FieldErrors.sorted(attributes)) {
            DeviceChecks.qualifiedName(field, name, out);
            Json.Obj attribute = Path.of(name).object(attributes);
            String at = field + "[" + name + "]";
            List<String> set =
                    SCALARS.stream().filter(each -> Path.of(each).in(attribute)).toList();
            String all = DeviceChecks.set(VALUES).replaceAll("[{}]", "");
            if (set.isEmpty()) {
                out.invalid(at, "", "must specify one of: " + all);
            } else if (set.size() > 1) {
                out.invalid(
                        at,
                        "{" + String.join(", ", set) + "}",
                        "must specify exactly one of: " + all);
            } else {
                value(at, set.getFirst(), attribute, out);
            }
        }
    }

    private static void value(String at, String type, Json.Obj attribute, FieldErrors out) {
        String text = Path.of(type).text(attribute);
        if (text.length() > MAX_TEXT) {
            out.add(FieldError.tooLong(at + "." + type, MAX_TEXT));
        } else if (type.equals("version") && !VERSION.matcher(text).matches()) {
            out.invalid(
                    at + "." + type,
                    text,
                    "must be a string compatible with semver.org spec 2.0.0");
        }
    }

    private static void capacities(String field, Json device, Json.Obj capacity, FieldErrors out) {
        boolean multiple =
                Path.of("allowMultipleAllocations")
                        .find(device)
                        .filter(Json.Bool.TRUE::equals)
                        .isPresent();
        for (String name : FieldErrors.sorted(capacity)) {
            DeviceChecks.qualifiedName(field, name, out);
            if (!multiple && Path.of(name, "requestPolicy").in(capacity)) {
                out.forbidden(
                        field + "[" + name + "].requestPolicy",
                        "allowMultipleAllocations must be true");
            }
        }
    }

    private static void consumedCounters(String field, Json device, FieldErrors out) {
        List<Json> consumed = Path.of("consumesCounters").items(device);
        if (DeviceChecks.tooMany(field, consumed.size(), MAX_CONSUMED_SETS, out)) {
            return;
        }
        for (int i = 0; i < consumed.size(); i++) {
            counters(field + "[" + i + "]", "counterSet", consumed.get(i), out);
        }
    }

    private static void counterSets(List<Json> sets, FieldErrors out) {
        if (DeviceChecks.tooMany("spec.sharedCounters", sets.size(), MAX_COUNTER_SETS, out)) {
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < sets.size(); i++) {
            String at = "spec.sharedCounters[" + i + "]";
            counters(at, "name", sets.get(i), out);
            String name = Path.of("name").text(sets.get(i));
            if (!names.add(name)) {
                out.add(
                        FieldError.duplicate(
                                at,
                                Json.Obj.of("name", Json.of(name))
                                        .with(
                                                "counters",
                                                Path.of("counters").object(sets.get(i)))));
            }
        }
    }

    private static void counters(String at, String name, Json set, FieldErrors out) {
        String text = Path.of(name).text(set);
        if (text.isEmpty()) {
            out.required(at + "." + name);
        } else {
            out.label(at + "." + name, text);
        }
        Json.Obj counters = Path.of("counters").object(set);
        if (counters.fields().isEmpty()) {
            out.required(at + ".counters");
        } else if (!DeviceChecks.tooMany(
                at + ".counters", counters.fields().size(), MAX_COUNTERS, out)) {
            FieldErrors.sorted(counters).forEach(each -> out.label(at + ".counters", each));
        }
    }

    private static void conditions(String at, Json device, FieldErrors out) {
        List<Json> conditions = Path.of("bindingConditions").items(device);
        List<Json> failures = Path.of("bindingFailureConditions").items(device);
        String bindings = at + ".bindingConditions";
        String failing = at + ".bindingFailureConditions";
        if (!conditions.isEmpty() && failures.isEmpty()) {
            out.invalid(
                    failing,
                    Json.Null.NULL,
                    "bindingFailureConditions are required to use bindingConditions");
        } else if (conditions.isEmpty() && !failures.isEmpty()) {
            out.invalid(
                    bindings,
                    Json.Null.NULL,
                    "bindingConditions are required to use bindingFailureConditions");
        }
        names(bindings, conditions, out);
        names(failing, failures, out);
        for (int i = 0; i < failures.size(); i++) {
            if (conditions.contains(failures.get(i))) {
                out.invalid(
                        failing + "[" + i + "]",
                        failures.get(i),
                        "bindingFailureConditions must not overlap with bindingConditions");
            }
        }
    }

    private static void names(String field, List<Json> names, FieldErrors out) {
        if (DeviceChecks.tooMany(field, names.size(), MAX_CONDITIONS, out)) {
            return;
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) instanceof Json.Str(var name)) {
                out.qualified(field + "[" + i + "]", name);
            }
        }
        DeviceChecks.unique(field, names, out);
    }
}
