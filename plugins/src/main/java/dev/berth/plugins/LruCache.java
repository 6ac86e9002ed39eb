package dev.berth.plugins;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/// What was worked out last, by what it was worked out from: the least recently used goes first
/// when there is too much of it.
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
