package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A cache of limited size whose entries expire. It removes the least recently used entry first.
final class ExpiringCache<V> {
    private final Clock clock;
    private final Map<String, Kept<V>> entries;

    private record Kept<V>(V value, long until) {}

    ExpiringCache(int max, Clock clock) {
        this.clock = clock;
        entries =
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Kept<V>> oldest) {
                        return size() > max;
                    }
                };
    }

    synchronized Optional<V> get(String key) {
        Kept<V> entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (clock.nowNanos() - entry.until() >= 0) {
            entries.remove(key);
            return Optional.empty();
        }
        return Optional.of(entry.value());
    }

    /// @param ttl the entry is not stored if the duration is not positive
    synchronized void put(String key, V value, Duration ttl) {
        if (ttl.isPositive()) {
            entries.put(key, new Kept<>(value, clock.nowNanos() + ttl.toNanos()));
        }
    }
}
