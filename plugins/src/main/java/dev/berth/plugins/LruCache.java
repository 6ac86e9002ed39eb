package dev.berth.plugins;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/// A cache of limited size that drops the least recently used entry first.
public final class LruCache<K, V> extends LinkedHashMap<K, V> {
    @Serial private static final long serialVersionUID = 1L;

    private static final int MAX = 4096;

    public LruCache() {
        super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> oldest) {
        return size() > MAX;
    }
}
