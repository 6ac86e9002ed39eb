package dev.berth.engine.profile;

import dev.berth.model.Kind;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The resources of events, and the kinds of objects behind them (kube-scheduler:
/// `addAllEventHandlers`).
public final class EventResources {
    /// The resources whose events the engine derives from pods and nodes.
    private static final Set<String> ALWAYS =
            Set.of(
                    ClusterEvent.POD,
                    ClusterEvent.ASSIGNED_POD,
                    ClusterEvent.UNSCHEDULED_POD,
                    ClusterEvent.TARGET_POD,
                    ClusterEvent.NODE,
                    ClusterEvent.ANY);

    /// The kinds that are watched if a plugin registers for their events.
    private static final Map<String, Kind> WATCHED =
            Map.of(
                    ClusterEvent.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME,
                    ClusterEvent.PERSISTENT_VOLUME_CLAIM,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    ClusterEvent.CSI_NODE,
                    Kind.CSI_NODE,
                    ClusterEvent.CSI_DRIVER,
                    Kind.CSI_DRIVER,
                    ClusterEvent.VOLUME_ATTACHMENT,
                    Kind.VOLUME_ATTACHMENT,
                    ClusterEvent.CSI_STORAGE_CAPACITY,
                    Kind.CSI_STORAGE_CAPACITY,
                    ClusterEvent.STORAGE_CLASS,
                    Kind.STORAGE_CLASS,
                    ClusterEvent.RESOURCE_CLAIM,
                    Kind.RESOURCE_CLAIM,
                    ClusterEvent.RESOURCE_SLICE,
                    Kind.RESOURCE_SLICE,
                    ClusterEvent.DEVICE_CLASS,
                    Kind.DEVICE_CLASS);

    private EventResources() {}

    /// The resource of the events of a kind: group and name for the kinds that kube-scheduler
    /// knows, `plural.version.group` for all others.
    public static String of(Kind kind) {
        String name = kind.group().isEmpty() ? kind.name() : kind.group() + "/" + kind.name();
        return WATCHED.containsKey(name) || name.equals(ClusterEvent.POD_GROUP)
                ? name
                : kind.plural() + "." + kind.version() + "." + kind.group();
    }

    /// The kind to watch for events of a resource, if the resource implies one.
    public static Optional<Kind> watched(String resource) {
        return Optional.ofNullable(WATCHED.get(resource));
    }

    /// Requires that events of the resource can occur.
    ///
    /// @param read the kinds that plugins read
    public static void require(String plugin, String resource, Set<Kind> read) {
        if (ALWAYS.contains(resource)
                || WATCHED.containsKey(resource)
                || read.stream().anyMatch(kind -> of(kind).equals(resource))) {
            return;
        }
        var possible = new TreeSet<String>(ALWAYS);
        possible.addAll(WATCHED.keySet());
        List<String> named = new ArrayList<>(possible);
        read.stream()
                .map(EventResources::of)
                .filter(each -> !possible.contains(each))
                .sorted()
                .forEach(named::add);
        throw new IllegalArgumentException(
                "plugin %s registers for events of \"%s\", which Berth does not watch; use one of %s, or return the kind from Plugin.reads() and register for plural.version.group, such as namespaces.v1. for namespaces"
                        .formatted(plugin, resource, String.join(", ", named)));
    }
}
