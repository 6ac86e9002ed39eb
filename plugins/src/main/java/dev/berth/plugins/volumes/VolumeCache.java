package dev.berth.plugins.volumes;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Caches claims and volumes. The observer of changes invalidates entries.
final class VolumeCache implements VolumeLookup {
    private final VolumeLookup seen;
    private final Map<String, Optional<Known>> claims = new HashMap<>();
    private final Map<String, Optional<String>> handles = new HashMap<>();

    VolumeCache(VolumeLookup seen) {
        this.seen = seen;
    }

    /// Only results with CSI migration are cached, because nothing is counted without it.
    @Override
    public Optional<Known> claim(String key, boolean drivers) {
        return drivers
                ? claims.computeIfAbsent(key, some -> seen.claim(some, true))
                : seen.claim(key, false);
    }

    @Override
    public Optional<String> handle(String volume) {
        return handles.computeIfAbsent(volume, seen::handle);
    }

    void forgetClaim(String key) {
        claims.remove(key);
    }

    void forgetVolume(String name) {
        handles.remove(name);
    }

    void forgetAll() {
        claims.clear();
        handles.clear();
    }
}
