package dev.berth.engine.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Immutable copies that keep the order, for answers that leave the scheduling thread.
final class ImmutableCopies {
    private ImmutableCopies() {}

    static <K, V> Map<K, V> of(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    static <K, V> SortedMap<K, V> of(SortedMap<K, V> map) {
        return map.isEmpty()
                ? Collections.emptySortedMap()
                : Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    static <E> NavigableSet<E> of(NavigableSet<E> set) {
        return set.isEmpty()
                ? Collections.emptyNavigableSet()
                : Collections.unmodifiableNavigableSet(new TreeSet<>(set));
    }
}
