package dev.berth.plugins.volumes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// Values made once for a key and remembered, those asked for last.
final class Recent<K, V> {
    private static final int REMEMBERED = 10_000;

    private final Function<K, V> make;
    private final Map<K, V> values =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                    return size() > REMEMBERED;
                }
            };

    Recent(Function<K, V> make) {
        this.make = make;
    }

    V get(K key) {
        V known = values.get(key);
        if (known == null) {
            known = make.apply(key);
            values.put(key, known);
        }
        return known;
    }

    void clear() {
        values.clear();
    }
}
