package dev.berth.controlplane.rules;

import dev.berth.controlplane.defaults.PodDefaults;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of pods.
final class PodRules implements KindRule {
    @Override
    public Json.Obj withDefaults(Json.Obj pod) {
        return PodDefaults.forApi(pod);
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        return withAddresses(PodDefaults.tolerations(withDefaults(after)));
    }

    /// Sets `status.podIPs` from `status.podIP`.
    private static Json.Obj withAddresses(Json.Obj pod) {
        String address = Path.of("status", "podIP").text(pod);
        Path all = Path.of("status", "podIPs");
        return address.isEmpty() || all.in(pod)
                ? pod
                : all.set(pod, Json.arr(Json.Obj.of("ip", Json.of(address))));
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
