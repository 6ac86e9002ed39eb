package dev.berth.controlplane.rules;

import dev.berth.controlplane.defaults.ClaimDefaults;
import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The rules of resource claims and of resource claim templates.
final class ResourceClaimRules implements KindRule {
    private static final int MAX_ALTERNATIVES = 8;
    private static final Path SPEC = Path.of("spec");

    private final Path devices;
    private final String field;
    private final boolean template;

    ResourceClaimRules(boolean template) {
        this.template = template;
        this.devices = template ? Path.of("spec", "spec", "devices") : Path.of("spec", "devices");
        this.field = template ? "spec.spec.devices" : "spec.devices";
    }

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        return ClaimDefaults.requests(object, devices);
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        Json.Obj tree = withDefaults(after);
        return template ? tree : ClaimStatusChecks.withoutDeallocated(before, tree);
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        if (template) {
            out.labels(
                    "spec.metadata.labels", Path.of("spec", "metadata", "labels").object(object));
        }
        List<Json> requests = devices.then("requests").items(object);
        String at = field + ".requests";
        if (!DeviceChecks.tooMany(at, requests.size(), DeviceChecks.MAX_ITEMS, out)) {
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < requests.size(); i++) {
                request(at + "[" + i + "]", requests.get(i), out);
                if (!seen.add(Path.of("name").text(requests.get(i)))) {
                    out.add(FieldError.duplicate(at + "[" + i + "]", requests.get(i)));
                }
            }
        }
        Set<String> names = names(requests);
        constraints(devices.then("constraints").items(object), names, out);
        List<Json> configs = devices.then("config").items(object);
        if (!DeviceChecks.tooMany(field + ".config", configs.size(), DeviceChecks.MAX_ITEMS, out)) {
            for (int i = 0; i < configs.size(); i++) {
                String config = field + ".config[" + i + "]";
                references(config + ".requests", configs.get(i), names, out);
                DeviceChecks.configuration(config, configs.get(i), out);
            }
        }
    }

    /// The names of the requests and of their alternatives, as references contain them.
    private static Set<String> names(List<Json> requests) {
        var names = new HashSet<String>();
        for (Json request : requests) {
            String name = Path.of("name").text(request);
            names.add(name);
            for (Json alternative : Path.of("firstAvailable").items(request)) {
                names.add(name + "/" + Path.of("name").text(alternative));
            }
        }
        return names;
    }

    private static void request(String at, Json request, FieldErrors out) {
        out.label(at + ".name", Path.of("name").text(request));
        boolean exactly = Path.of("exactly").in(request);
        List<Json> alternatives = Path.of("firstAvailable").items(request);
        String rule = "exactly one of `exactly` or `firstAvailable` is required";
        if (!exactly && alternatives.isEmpty()) {
            out.required(at, rule);
        } else if (exactly && !alternatives.isEmpty()) {
            out.invalid(at, Json.Null.NULL, rule + ", but multiple fields are set");
        } else if (exactly) {
            exact(at + ".exactly", Path.of("exactly").object(request), out);
        } else if (!DeviceChecks.tooMany(
                at + ".firstAvailable", alternatives.size(), MAX_ALTERNATIVES, out)) {
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < alternatives.size(); i++) {
                String here = at + ".firstAvailable[" + i + "]";
                String name = Path.of("name").text(alternatives.get(i));
                out.label(here + ".name", name);
                exact(here, alternatives.get(i), out);
                if (!seen.add(name)) {
                    out.add(FieldError.duplicate(here, alternatives.get(i)));
                }
            }
        }
    }

    private static void exact(String at, Json request, FieldErrors out) {
        String name = Path.of("deviceClassName").text(request);
        if (name.isEmpty()) {
            out.required(at + ".deviceClassName");
        } else {
            out.subdomain(at + ".deviceClassName", name);
        }
        DeviceChecks.selectors(at + ".selectors", Path.of("selectors").items(request), out);
        long count = Path.of("count").number(request, 0);
        String mode = Path.of("allocationMode").text(request);
        switch (mode) {
            case "All" -> {
                if (count != 0) {
                    out.invalid(
                            at + ".count",
                            Json.of(count),
                            "must not be specified when allocationMode is 'All'");
                }
            }
            case ClaimDefaults.EXACT -> {
                if (count <= 0) {
                    out.invalid(at + ".count", Json.of(count), "must be greater than zero");
                }
            }
            default -> out.oneOf(at + ".allocationMode", mode, "All", ClaimDefaults.EXACT);
        }
        DeviceChecks.tolerations(at + ".tolerations", Path.of("tolerations").items(request), out);
    }

    private void constraints(List<Json> constraints, Set<String> names, FieldErrors out) {
        String at = field + ".constraints";
        if (DeviceChecks.tooMany(at, constraints.size(), DeviceChecks.MAX_ITEMS, out)) {
            return;
        }
        for (int i = 0; i < constraints.size(); i++) {
            Json constraint = constraints.get(i);
            String here = at + "[" + i + "]";
            references(here + ".requests", constraint, names, out);
            boolean match = Path.of("matchAttribute").in(constraint);
            boolean distinct = Path.of("distinctAttribute").in(constraint);
            if (match) {
                DeviceChecks.fullyQualifiedName(
                        here + ".matchAttribute", Path.of("matchAttribute").text(constraint), out);
            } else if (distinct) {
                DeviceChecks.fullyQualifiedName(
                        here + ".distinctAttribute",
                        Path.of("distinctAttribute").text(constraint),
                        out);
            } else {
                out.required(
                        here,
                        "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required,"
                                + " but multiple fields are set");
            }
        }
    }

    private static void references(String at, Json owner, Set<String> names, FieldErrors out) {
        List<Json> requests = Path.of("requests").items(owner);
        if (DeviceChecks.tooMany(at, requests.size(), DeviceChecks.MAX_ITEMS, out)) {
            return;
        }
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i) instanceof Json.Str(var name)) {
                reference(at + "[" + i + "]", name, names, out);
            }
        }
        DeviceChecks.unique(at, requests, out);
    }

    private static void reference(String at, String name, Set<String> names, FieldErrors out) {
        for (String part : name.split("/", -1)) {
            out.label(at, part);
        }
        if (!names.contains(name)) {
            out.invalid(
                    at,
                    name,
                    "must be the name of a request in the claim or the name of a request and a"
                            + " subrequest separated by '/'");
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        out.unchanged("spec", SPEC, before, after);
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        Path status = Path.of("status");
        Path allocation = status.then("allocation");
        List<Json> consumers = status.then("reservedFor").items(after);
        if (allocation.in(before)
                && allocation.in(after)
                && !allocation.find(before).equals(allocation.find(after))) {
            out.invalid("status.allocation", Json.Null.NULL, "field cannot be modified once set");
            return;
        }
        ClaimStatusChecks.consumers("status.reservedFor", consumers, out);
        if (!allocation.in(after) && !consumers.isEmpty()) {
            out.forbidden("status.reservedFor", "may not be specified when `allocated` is not set");
        }
        if (allocation.in(after)) {
            allocation(after, out);
        }
        ClaimStatusChecks.devices(after, out);
    }

    private void allocation(Json.Obj claim, FieldErrors out) {
        Path allocated = Path.of("status", "allocation", "devices");
        String at = "status.allocation.devices";
        Set<String> names = names(devices.then("requests").items(claim));
        List<Json> results = allocated.then("results").items(claim);
        for (int i = 0; i < results.size(); i++) {
            String here = at + ".results[" + i + "]";
            reference(here + ".request", Path.of("request").text(results.get(i)), names, out);
            out.label(here + ".device", Path.of("device").text(results.get(i)));
            DeviceChecks.driver(here + ".driver", Path.of("driver").text(results.get(i)), out);
            DeviceChecks.pool(here + ".pool", Path.of("pool").text(results.get(i)), out);
        }
        List<Json> configs = allocated.then("config").items(claim);
        for (int i = 0; i < configs.size(); i++) {
            String here = at + ".config[" + i + "]";
            references(here + ".requests", configs.get(i), names, out);
            DeviceChecks.configuration(here, configs.get(i), out);
            String source = Path.of("source").text(configs.get(i));
            if (source.isEmpty()) {
                out.required(here + ".source");
            } else {
                out.oneOf(here + ".source", source, "FromClaim", "FromClass");
            }
        }
    }
}
