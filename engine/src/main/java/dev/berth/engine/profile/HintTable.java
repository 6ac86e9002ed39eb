package dev.berth.engine.profile;

import dev.berth.model.Kind;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Plugin;
import dev.berth.spi.QueueingHints;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The events that plugins have registered for, with their queueing hints (kube-scheduler:
/// `QueueingHintMap`).
public final class HintTable {
    /// The registration of a plugin that names no events.
    private static final List<String> EVERYTHING =
            List.of(
                    ClusterEvent.ASSIGNED_POD,
                    ClusterEvent.UNSCHEDULED_POD,
                    ClusterEvent.TARGET_POD,
                    ClusterEvent.NODE,
                    ClusterEvent.PERSISTENT_VOLUME,
                    ClusterEvent.PERSISTENT_VOLUME_CLAIM,
                    ClusterEvent.CSI_NODE,
                    ClusterEvent.CSI_DRIVER,
                    ClusterEvent.CSI_STORAGE_CAPACITY,
                    ClusterEvent.STORAGE_CLASS,
                    ClusterEvent.RESOURCE_CLAIM,
                    ClusterEvent.DEVICE_CLASS);

    /// One registration.
    public record Registration(
            String plugin, ClusterEvent event, QueueingHints.QueueingHint hint) {}

    private final List<Registration> registrations = new ArrayList<>();
    private final Map<ClusterEvent, List<Registration>> matching = new HashMap<>();

    /// @param read the kinds that the plugins of the profile read
    void register(String name, Plugin plugin, Set<Kind> read) {
        if (!(plugin instanceof EnqueueExtensions requeue)) {
            registerForEverything(name);
            return;
        }
        requeue.eventsToRegister((resource, actions, hint) -> {
            EventResources.require(name, resource, read);
            add(name, resource, actions, hint);
        });
    }

    /// A plugin without EnqueueExtensions is registered for every event.
    void registerForEverything(String name) {
        for (String resource : EVERYTHING) {
            add(name, resource, ClusterEvent.ALL, QueueingHints.QueueingHint.ALWAYS);
        }
    }

    private void add(String plugin, String resource, int actions, QueueingHints.QueueingHint hint) {
        registrations.add(new Registration(plugin, ClusterEvent.of(resource, actions), hint));
    }

    /// The kinds whose events plugins have registered for.
    Set<Kind> kinds() {
        var kinds = new LinkedHashSet<Kind>();
        registrations.forEach(
                each -> EventResources.watched(each.event().resource()).ifPresent(kinds::add));
        return kinds;
    }

    /// The registrations that cover `event`, in order of the plugins.
    public List<Registration> matching(ClusterEvent event) {
        return matching.computeIfAbsent(
                event, e -> registrations.stream().filter(r -> r.event().matches(e)).toList());
    }

    /// The events that `plugin` has registered for, in order.
    public List<ClusterEvent> of(String plugin) {
        return registrations.stream()
                .filter(each -> each.plugin().equals(plugin))
                .map(Registration::event)
                .distinct()
                .toList();
    }

    /// Whether `plugin` has registered for `event`.
    public boolean covers(String plugin, ClusterEvent event) {
        for (Registration registration : registrations) {
            if (registration.plugin().equals(plugin) && registration.event().matches(event)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a plugin has registered for the resource of `event` by its name, and for at least a
    /// part of its action.
    boolean names(ClusterEvent event) {
        for (Registration registration : registrations) {
            if (registration.event().resource().equals(event.resource())
                    && (registration.event().actions() & event.actions()) != 0) {
                return true;
            }
        }
        return false;
    }
}
