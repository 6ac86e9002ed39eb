package dev.berth.model;

import java.util.LinkedHashMap;
import java.util.Map;

/// Returns the same instance for equal values, to save memory.
///
/// The size is limited: the least recently used value is dropped first. Dropped values are only no
/// longer shared.
final class Interner<T> {
    private static final int MAX = 100_000;

    private final Map<T, T> known =
            new LinkedHashMap<>(1024, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<T, T> oldest) {
                    return size() > MAX;
                }
            };

    synchronized T intern(T value) {
        T before = known.putIfAbsent(value, value);
        return before == null ? value : before;
    }
}
