package dev.berth.engine.loop;

import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.model.Kind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The plugins and the extenders of one configuration, from its start to the end of the last
/// attempt that uses them.
final class PluginGeneration {
    private final ClusterReads reads;
    private final PluginLifetime lifetime = new PluginLifetime();
    private final List<Profile> profiles = new ArrayList<>();
    private final List<Runnable> observers = new ArrayList<>();

    PluginGeneration(ClusterReads reads) {
        this.reads = reads;
    }

    ClusterReads reads() {
        return reads;
    }

    PluginLifetime lifetime() {
        return lifetime;
    }

    Extenders extenders() {
        return reads.extenders();
    }

    /// The profiles, after they have been created.
    void created(Profiles made) {
        profiles.addAll(made.all());
    }

    List<Profile> profiles() {
        return profiles;
    }

    /// The kinds that the plugins read.
    Set<Kind> kinds() {
        var kinds = new LinkedHashSet<Kind>();
        profiles.forEach(profile -> kinds.addAll(profile.reads()));
        return kinds;
    }

    /// @param stop removes an observer
    void observed(Runnable stop) {
        observers.add(stop);
    }

    void stopObserving() {
        observers.forEach(Runnable::run);
        observers.clear();
    }
}
