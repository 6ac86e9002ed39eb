package dev.berth.kube.lease;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

/// The lease as it was seen last, and when it was seen to change by our own clock: the times in it
/// are of other clocks and are never compared.
///
/// Safe for several threads.
final class ObservedLease {
    /// The lease at one moment: what is judged is what is written back, whatever a watch tells
    /// meanwhile.
    ///
    /// @param expires when the holder has had the time it asked for
    record Snapshot(Json.Obj lease, LeaseRecord record, long expires) {}

    private LeaseRecord record = LeaseRecord.NONE;
    private Json.Obj lease = Json.Obj.EMPTY;
    private long changed;

    /// The lease as the server has it now.
    ///
    /// @throws DecodeException if the lease makes no sense
    synchronized Snapshot seen(Json.Obj now, long nanos) {
        LeaseRecord read = LeaseRecord.of(now);
        lease = now;
        if (!read.equals(record)) {
            record = read;
            changed = nanos;
        }
        return snapshot();
    }

    synchronized Snapshot snapshot() {
        return new Snapshot(lease, record, expires());
    }

    /// The lease as a watch tells of it, perhaps late: older than what is known, it changes
    /// nothing.
    synchronized void watched(Json.Obj then, long nanos) {
        if (version(then) >= version(lease)) {
            var _ = seen(then, nanos);
        }
    }

    /// What we wrote ourselves; it counts from when it was sent.
    synchronized void written(Json.Obj now, LeaseRecord ours, long sent) {
        lease = now;
        record = ours;
        changed = sent;
    }

    /// The lease is gone.
    synchronized void gone() {
        lease = Json.Obj.EMPTY;
        record = LeaseRecord.NONE;
    }

    private static long version(Json.Obj lease) {
        String text = lease.textAt("metadata", "resourceVersion").orElse("");
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException notComparable) {
            return 0;
        }
    }

    synchronized LeaseRecord record() {
        return record;
    }

    synchronized Json.Obj lease() {
        return lease;
    }

    synchronized boolean heldBy(String identity) {
        return record.holder().equals(identity);
    }

    /// When the holder has had the time it asked for.
    synchronized long expires() {
        return changed + record.durationSeconds() * 1_000_000_000L;
    }
}
