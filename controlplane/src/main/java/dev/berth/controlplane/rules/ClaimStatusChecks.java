package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the consumers and the devices in the status of a resource claim.
final class ClaimStatusChecks {
    private static final int MAX_CONSUMERS = 256;

    private ClaimStatusChecks() {}

    static void consumers(String field, List<Json> consumers, FieldErrors out) {
        if (DeviceChecks.tooMany(field, consumers.size(), MAX_CONSUMERS, out)) {
            return;
        }
        Set<String> uids = new HashSet<>();
        for (int i = 0; i < consumers.size(); i++) {
            String at = field + "[" + i + "]";
            for (String name : List.of("resource", "name", "uid")) {
                if (Path.of(name).text(consumers.get(i)).isEmpty()) {
                    out.required(at + "." + name);
                }
            }
            if (!uids.add(Path.of("uid").text(consumers.get(i)))) {
                out.add(FieldError.duplicate(at, inOrder(consumers.get(i))));
            }
        }
    }

    private static Json.Obj inOrder(Json consumer) {
        Json.Obj ordered = Json.Obj.EMPTY;
        for (String name : List.of("apiGroup", "resource", "name", "uid")) {
            if (Path.of(name).in(consumer)) {
                ordered = ordered.with(name, Path.of(name).text(consumer));
            }
        }
        return ordered;
    }

    /// Removes the status of devices that are no longer allocated.
    static Json.Obj withoutDeallocated(Json.Obj before, Json.Obj after) {
        Path devices = Path.of("status", "devices");
        Set<Json> deallocated = allocated(before);
        deallocated.removeAll(allocated(after));
        List<Json> all = devices.items(after);
        List<Json> kept = all.stream().filter(device -> !deallocated.contains(id(device))).toList();
        if (kept.size() == all.size()) {
            return after;
        }
        return kept.isEmpty() ? devices.remove(after) : devices.set(after, new Json.Arr(kept));
    }

    private static Set<Json> allocated(Json.Obj claim) {
        Set<Json> allocated = new HashSet<>();
        Path results = Path.of("status", "allocation", "devices", "results");
        results.items(claim).forEach(result -> allocated.add(id(result)));
        return allocated;
    }

    static void devices(Json.Obj claim, FieldErrors out) {
        Set<Json> allocated = allocated(claim);
        List<Json> devices = Path.of("status", "devices").items(claim);
        for (int i = 0; i < devices.size(); i++) {
            String at = "status.devices[" + i + "]";
            Json.Obj id = id(devices.get(i));
            if (!allocated.contains(id)) {
                out.invalid(at, id, "must be an allocated device in the claim");
            }
            ConditionChecks.check(
                    at + ".conditions", Path.of("conditions").items(devices.get(i)), out);
        }
    }

    /// The identity of a device, as messages contain it.
    private static Json.Obj id(Json device) {
        return Json.Obj.EMPTY
                .with("Driver", Path.of("driver").text(device))
                .with("Pool", Path.of("pool").text(device))
                .with("Device", Path.of("device").text(device))
                .with("ShareID", Path.of("shareID").text(device));
    }
}
