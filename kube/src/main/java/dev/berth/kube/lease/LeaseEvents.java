package dev.berth.kube.lease;

import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.EventBody;
import dev.berth.kubeclient.wire.ObjectReference;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes events about the lease: changes of the leader, and reloads of the configuration.
final class LeaseEvents {
    private final LeaseSettings settings;
    private final String component;
    private final Consumer<ApiRequest> out;

    LeaseEvents(LeaseSettings settings, String component, Consumer<ApiRequest> out) {
        this.settings = settings;
        this.component = component;
        this.out = out;
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /// @param what the action of this process, for example `became leader`
    void report(String what, Json.Obj lease, Instant now) {
        report("LeaderElection", "Normal", what, lease, now);
    }

    /// @param type `Normal` or `Warning`
    void report(String reason, String type, String what, Json.Obj lease, Instant now) {
        var event =
                new EventBody(
                        settings.namespace(),
                        settings.name() + "." + Long.toHexString(nanos(now)),
                        now,
                        Optional.empty(),
                        component,
                        "",
                        "",
                        reason,
                        new ObjectReference(
                                LeaseApi.LEASE.apiVersion(),
                                LeaseApi.LEASE.name(),
                                settings.namespace(),
                                settings.name(),
                                lease.textAt("metadata", "uid").orElse(""),
                                lease.textAt("metadata", "resourceVersion").orElse("")),
                        Optional.empty(),
                        settings.identity() + " " + what,
                        type);
        out.accept(
                ApiRequest.post(
                        "/api/v1/namespaces/" + settings.namespace() + "/events",
                        event.coreJson()));
    }
}
