package dev.berth.controlplane.rules;

import dev.berth.controlplane.defaults.PodDefaults;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// The rules of pods.
final class PodRules implements KindRule {
    /// The fields that an update cannot remove, because clients may not know them.
    private static final List<Path> KEPT =
            List.of(
                    Path.of("spec", "resources"),
                    Path.of("spec", "priority"),
                    Path.of("spec", "preemptionPolicy"));

    private static final Path ADDRESS = Path.of("status", "podIP");
    private static final Path ADDRESSES = Path.of("status", "podIPs");

    @Override
    public Json.Obj withDefaults(Json.Obj pod) {
        return PodDefaults.forApi(pod);
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        Json.Obj given = after;
        for (Path field : KEPT) {
            Optional<Json> old = field.find(before);
            given = old.isPresent() ? field.setIfAbsent(given, old.get()) : given;
        }
        return withAddresses(PodDefaults.tolerations(withDefaults(given)));
    }

    /// Keeps `status.podIP` and the first of `status.podIPs` equal. If both are set and differ, the
    /// single address counts.
    private static Json.Obj withAddresses(Json.Obj pod) {
        String address = ADDRESS.text(pod);
        List<Json> all = ADDRESSES.items(pod);
        String first = all.isEmpty() ? "" : Path.of("ip").text(all.getFirst());
        if (address.equals(first)) {
            return pod;
        }
        return address.isEmpty()
                ? ADDRESS.set(pod, first)
                : ADDRESSES.set(pod, Json.arr(Json.Obj.of("ip", Json.of(address))));
    }

    @Override
    public void check(Json.Obj pod, FieldErrors out) {
        PodChecks.pod(pod, out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        PodChanges.check(before, after, out);
    }
}
