package dev.berth.kube.lease;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

/// The lease as last observed, and the local time at which it changed. The times in the lease come
/// from other clocks and are never compared with the local one.
///
/// This class is thread-safe.
final class ObservedLease {
    /// The lease at one moment. An update writes exactly the lease that was evaluated, even if a
    /// watch delivers a newer one in between.
    ///
    /// @param expires when the lease expires by the local clock
    record Snapshot(Json.Obj lease, LeaseRecord record, long expires) {}

    private LeaseRecord record = LeaseRecord.NONE;
    private Json.Obj lease = Json.Obj.EMPTY;
    private long changed;

    /// Records the lease as the server returned it.
    ///
    /// @throws DecodeException if the lease is malformed
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

    /// Records the lease as a watch delivered it. A watch can lag, so a lease older than the
    /// recorded one is ignored.
    synchronized void watched(Json.Obj then, long nanos) {
        if (version(then) >= version(lease)) {
            var _ = seen(then, nanos);
        }
    }

    /// Records the lease that this process wrote. The lease duration counts from the time at which
    /// the request was sent.
    synchronized void written(Json.Obj now, LeaseRecord ours, long sent) {
        lease = now;
        record = ours;
        changed = sent;
    }

    /// Records that the lease does not exist.
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

    /// When the lease expires by the local clock.
    synchronized long expires() {
        return changed + record.durationSeconds() * 1_000_000_000L;
    }
}
