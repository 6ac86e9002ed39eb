package dev.berth.kube.lease;

import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;
import dev.berth.model.json.Rfc3339;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The spec of a lease. client-go: `LeaderElectionRecord`.
///
/// @param holder the identity of the holder; empty if there is none
/// @param transitions the number of changes of the holder
record LeaseRecord(
        String holder, int durationSeconds, Instant acquired, Instant renewed, int transitions) {
    /// The record before any lease is observed.
    static final LeaseRecord NONE = new LeaseRecord("", 0, Instant.EPOCH, Instant.EPOCH, 0);

    LeaseRecord {
        // The precision of a MicroTime in the API.
        acquired = acquired.truncatedTo(ChronoUnit.MICROS);
        renewed = renewed.truncatedTo(ChronoUnit.MICROS);
    }

    static LeaseRecord of(Json.Obj lease) {
        Fields spec = Fields.of(lease).object("spec");
        return new LeaseRecord(
                spec.text("holderIdentity", ""),
                spec.integer("leaseDurationSeconds", 0),
                spec.optionalInstant("acquireTime").orElse(Instant.EPOCH),
                spec.optionalInstant("renewTime").orElse(Instant.EPOCH),
                spec.integer("leaseTransitions", 0));
    }

    Json.Obj json() {
        return Json.Obj.of("holderIdentity", Json.of(holder))
                .with("leaseDurationSeconds", durationSeconds)
                .with("acquireTime", Rfc3339.micros(acquired))
                .with("renewTime", Rfc3339.micros(renewed))
                .with("leaseTransitions", transitions);
    }
}
