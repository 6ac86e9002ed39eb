package dev.berth.engine.state;

import dev.berth.model.HostPort;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The host ports that pods on one row have open.
///
/// Parity: HostPortInfo is a set, not a count. Two pods can use one port only if one of them was
/// placed without the scheduler; the first pod that is removed then frees the port.
public final class UsedPorts {
    private record Key(String protocol, int port) {}

    private final Map<Key, Set<HostPort>> byKey = new HashMap<>();

    public void add(List<HostPort> ports) {
        for (HostPort port : ports) {
            byKey.computeIfAbsent(keyOf(port), key -> new HashSet<>()).add(port);
        }
    }

    public void remove(List<HostPort> ports) {
        for (HostPort port : ports) {
            Set<HostPort> open = byKey.get(keyOf(port));
            if (open != null && open.remove(port) && open.isEmpty()) {
                byKey.remove(keyOf(port));
            }
        }
    }

    public boolean taken(HostPort wanted) {
        Set<HostPort> open = byKey.get(keyOf(wanted));
        if (open != null) {
            for (HostPort port : open) {
                if (port.conflicts(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    UsedPorts copy() {
        var copy = new UsedPorts();
        byKey.forEach((key, open) -> copy.byKey.put(key, new HashSet<>(open)));
        return copy;
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    private static Key keyOf(HostPort port) {
        return new Key(port.protocol(), port.port());
    }
}
