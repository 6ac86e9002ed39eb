package dev.berth.engine.cycle;

import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.StateKey;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/// What the plugins of one configuration have obtained from the engine and share with the plugins
/// of other configurations: it is released when no plugin uses it any more. Selector groups have
/// these references as their user. On the scheduling thread only.
public final class PluginReferences {
    private final Set<StateKey<?>> sharedValues = new HashSet<>();
    private final Set<AffinityTermReader> termReaders = new HashSet<>();

    void sharedValue(StateKey<?> key) {
        sharedValues.add(key);
    }

    void termReader(AffinityTermReader reader) {
        termReaders.add(reader);
    }

    /// The keys of the shared values.
    public Set<StateKey<?>> sharedValues() {
        return Collections.unmodifiableSet(sharedValues);
    }

    /// The readers of affinity terms that none of `others` uses.
    public Set<AffinityTermReader> termReadersWithout(Collection<PluginReferences> others) {
        var left = new HashSet<>(termReaders);
        others.forEach(other -> left.removeAll(other.termReaders));
        return left;
    }
}
