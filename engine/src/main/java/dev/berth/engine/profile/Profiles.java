package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.QueueSort;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All profiles of a scheduler, by scheduler name. A reload of the configuration replaces them
/// together, between two loop iterations.
public final class Profiles implements AutoCloseable {
    /// Other threads read which kinds the plugins read.
    private volatile Map<String, Profile> byName;

    public Profiles(List<ProfileSpec> specs, PluginContexts contexts) {
        this(specs, Set.of(), Meter.NONE, contexts);
    }

    /// @param others rejectors other than plugins, whose pods any event may requeue
    /// @throws IllegalArgumentException if a profile cannot be created; then the plugins that were
    ///   created are closed
    public Profiles(
            List<ProfileSpec> specs, Set<String> others, Meter meter, PluginContexts contexts) {
        if (specs.isEmpty()) {
            throw new IllegalArgumentException("at least one profile is required");
        }
        var created = new ArrayList<Profile>();
        try {
            for (ProfileSpec spec : specs) {
                created.add(create(spec, others, meter, contexts));
            }
            byName = checked(created);
        } catch (IllegalArgumentException problem) {
            for (Profile profile : created) {
                try {
                    profile.close();
                } catch (RuntimeException second) {
                    problem.addSuppressed(second);
                }
            }
            throw problem;
        }
    }

    private static Map<String, Profile> checked(List<Profile> created) {
        var byName = new LinkedHashMap<String, Profile>();
        for (Profile profile : created) {
            if (byName.put(profile.name(), profile) != null) {
                throw new IllegalArgumentException(
                        "duplicate profile with scheduler name \"" + profile.name() + "\"");
            }
        }
        Profile first = created.getFirst();
        for (Profile profile : created) {
            if (!profile.queueSort().name().equals(first.queueSort().name())) {
                throw new IllegalArgumentException(
                        "different queue sort plugins for profile \"%s\": \"%s\", first: \"%s\""
                                .formatted(
                                        profile.name(),
                                        profile.queueSort().name(),
                                        first.queueSort().name()));
            }
        }
        return Collections.unmodifiableMap(byName);
    }

    /// Replaces all profiles. The profiles before are not closed.
    public void replace(Collection<Profile> next) {
        var replaced = new LinkedHashMap<String, Profile>();
        next.forEach(profile -> replaced.put(profile.name(), profile));
        byName = Collections.unmodifiableMap(replaced);
    }

    private static Profile create(
            ProfileSpec spec, Set<String> others, Meter meter, PluginContexts contexts) {
        try {
            return Profile.create(spec, others, meter, contexts);
        } catch (RuntimeException | Error problem) {
            throw new IllegalArgumentException(
                    "initializing profiles: creating profile for scheduler name %s: %s"
                            .formatted(
                                    spec.schedulerName(),
                                    problem instanceof IllegalArgumentException known
                                            ? known.getMessage()
                                            : problem),
                    problem);
        }
    }

    public Optional<Profile> of(Pod pod) {
        return Optional.ofNullable(byName.get(pod.spec().schedulerName()));
    }

    /// Whether a profile has the pod's scheduler name.
    public boolean isResponsibleFor(Pod pod) {
        return byName.containsKey(pod.spec().schedulerName());
    }

    public Collection<Profile> all() {
        return byName.values();
    }

    /// The order of the queue, which all profiles share.
    public NamedPlugin<QueueSort> order() {
        return byName.values().iterator().next().queueSort();
    }

    /// Whether any plugin of any profile has registered for `event`.
    public boolean anyPluginWants(ClusterEvent event) {
        for (Profile profile : byName.values()) {
            if (!profile.hints().matching(event).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// Whether any plugin of any profile has registered for the resource of `event` by its name.
    public boolean anyProfileNames(ClusterEvent event) {
        for (Profile profile : byName.values()) {
            if (profile.hints().names(event)) {
                return true;
            }
        }
        return false;
    }

    /// The kinds of objects that plugins read.
    public Set<Kind> reads() {
        var kinds = new LinkedHashSet<Kind>();
        byName.values().forEach(profile -> kinds.addAll(profile.reads()));
        return kinds;
    }

    @Override
    public void close() {
        for (Profile profile : byName.values()) {
            profile.close();
        }
    }
}
