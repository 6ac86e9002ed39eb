package dev.berth.sim.controller;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.controlplane.store.WatchSet;
import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Deletes events one hour after their last write.
///
/// The check runs with the controllers and needs no timer. With a timer, a virtual run would not
/// end before its events expire.
final class EventExpiry {
    /// Parity: `--event-ttl` of the API server.
    static final Duration AGE = Duration.ofHours(1);

    private record Written(ObjectVersion event, long nanos) {}

    private final Store store;
    private final Clock clock;
    private final WatchSet watches;
    private final Map<String, Written> byAge = new LinkedHashMap<>();

    EventExpiry(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.watches = new WatchSet(store, () -> {});
    }

    void pump(int max) {
        long now = clock.nowNanos();
        for (WatchEvent seen : watches.read(Kind.EVENT, max)) {
            String key = seen.object().key();
            switch (seen.type()) {
                case ADDED, MODIFIED -> {
                    byAge.remove(key);
                    byAge.put(key, new Written(seen.object(), now));
                }
                case DELETED -> byAge.remove(key);
                case BOOKMARK -> {}
            }
        }
        Iterator<Written> oldest = byAge.values().iterator();
        while (oldest.hasNext()) {
            Written next = oldest.next();
            if (now - next.nanos < AGE.toNanos()) {
                return;
            }
            oldest.remove();
            store.delete(
                    Kind.EVENT,
                    next.event.namespace(),
                    next.event.name(),
                    DeleteRequest.NOW.onlyUid(next.event.uid()));
        }
    }
}
