package dev.berth.plugins.volumes;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Claims and volumes as they were found last; whoever is told of changes says what to forget.
final class VolumeCache implements VolumeLookup {
    private final VolumeLookup seen;
    private final Map<String, Optional<Known>> claims = new HashMap<>();
    private final Map<String, Optional<String>> handles = new HashMap<>();

    VolumeCache(VolumeLookup seen) {
        this.seen = seen;
    }

    /// Where drivers have not taken over nothing is counted, so only the other answers are kept.
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
