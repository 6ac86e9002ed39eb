package dev.berth.model;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;

/// An immutable map of strings in key order: labels, annotations, node selectors.
///
/// The entries are in sorted arrays, so that the iteration order is deterministic and equality is
/// cheap. The hash is computed once, because labels are part of every pod shape.
public final class Labels implements Iterable<Map.Entry<String, String>> {
    public static final Labels NONE = new Labels(new String[0], new String[0]);

    private final String[] keys;
    private final String[] values;
    private final int hash;

    private Labels(String[] keys, String[] values) {
        this.keys = keys;
        this.values = values;
        this.hash = 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
    }

    public static Labels of(Map<String, String> map) {
        if (map.isEmpty()) {
            return NONE;
        }
        var sorted = new TreeMap<>(map);
        return new Labels(
                sorted.keySet().toArray(String[]::new), sorted.values().toArray(String[]::new));
    }

    public static Labels of(String key, String value) {
        return new Labels(new String[] {key}, new String[] {value});
    }

    public boolean isEmpty() {
        return keys.length == 0;
    }

    public int size() {
        return keys.length;
    }

    public boolean has(String key) {
        return Arrays.binarySearch(keys, key) >= 0;
    }

    public Optional<String> get(String key) {
        int at = Arrays.binarySearch(keys, key);
        return at < 0 ? Optional.empty() : Optional.of(values[at]);
    }

    public String getOr(String key, String otherwise) {
        int at = Arrays.binarySearch(keys, key);
        return at < 0 ? otherwise : values[at];
    }

    /// Whether this map contains all entries of `wanted`.
    public boolean containsAll(Labels wanted) {
        for (int i = 0; i < wanted.keys.length; i++) {
            int at = Arrays.binarySearch(keys, wanted.keys[i]);
            if (at < 0 || !values[at].equals(wanted.values[i])) {
                return false;
            }
        }
        return true;
    }

    public Labels with(String key, String value) {
        var map = asMap();
        map.put(key, value);
        return of(map);
    }

    /// A modifiable copy in key order.
    public NavigableMap<String, String> asMap() {
        var map = new TreeMap<String, String>();
        for (int i = 0; i < keys.length; i++) {
            map.put(keys[i], values[i]);
        }
        return map;
    }

    @Override
    public Iterator<Map.Entry<String, String>> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < keys.length;
            }

            @Override
            public Map.Entry<String, String> next() {
                if (next == keys.length) {
                    throw new NoSuchElementException();
                }
                return Map.entry(keys[next], values[next++]);
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Labels that
                        && hash == that.hash
                        && Arrays.equals(keys, that.keys)
                        && Arrays.equals(values, that.values));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
