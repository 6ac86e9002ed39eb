package dev.berth.engine.cycle;

import dev.berth.spi.StateKey;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The values that the plugins of all profiles share. On the scheduling thread only.
public final class SharedValues {
    private final Map<StateKey<?>, Object> values = new HashMap<>();

    /// The value under `key`, which `create` creates for the first caller.
    public <T> T get(StateKey<T> key, Supplier<T> create) {
        Object known = values.get(key);
        if (known != null) {
            return key.cast(known);
        }
        T created = create.get();
        values.put(key, created);
        return created;
    }

    /// Drops values that no plugin uses any more.
    public void drop(Set<StateKey<?>> keys) {
        values.keySet().removeAll(keys);
    }
}
