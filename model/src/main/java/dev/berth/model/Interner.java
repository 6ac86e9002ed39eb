package dev.berth.model;

import java.util.LinkedHashMap;
import java.util.Map;

/// Gives back the first of equal values, so that many objects share one instance.
///
/// Bounded: the value not asked for longest is forgotten first, which costs sharing and nothing
/// else.
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
