package dev.berth.plugins.podtopologyspread;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.Requirement;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.Service;
import dev.berth.model.WorkloadOwner;
import dev.berth.spi.ObjectLister;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The selector of the default constraints: the selectors of the services that select the pod, and
/// of the workload that owns it (kube-scheduler: `helper.DefaultSelector`).
public final class DefaultSelector {
    public static final Set<Kind> KINDS =
            Set.of(Kind.SERVICE, Kind.REPLICATION_CONTROLLER, Kind.REPLICA_SET, Kind.STATEFUL_SET);

    /// Limits the memory for pods whose labels are all different.
    private static final int MAX_REMEMBERED = 1 << 14;

    private record Key(String namespace, Labels labels, List<OwnerReference> owners) {}

    private final Supplier<ObjectLister> objects;
    private final Map<Key, Selector> known = new HashMap<>();
    private long version;

    public DefaultSelector(Supplier<ObjectLister> objects) {
        this.objects = objects;
    }

    /// Processes a change of an object. Most changes do not affect selectors.
    public void changed(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (KINDS.contains(after.or(() -> before).orElseThrow().kind())
                && !selector(before).equals(selector(after))) {
            forget();
        }
    }

    public void forget() {
        known.clear();
        version++;
    }

    /// Increases whenever [#of] can return another selector than before.
    long version() {
        return version;
    }

    private static Optional<Object> selector(Optional<KubeObject> object) {
        return object.map(each ->
                switch (each) {
                    case Service service -> service.selector();
                    case WorkloadOwner owner -> owner.selector();
                    default -> each;
                });
    }

    /// The selector of a pod; empty if nothing selects or owns the pod.
    public Selector of(Pod pod) {
        if (known.size() >= MAX_REMEMBERED) {
            known.clear();
        }
        var key = new Key(pod.namespace(), pod.labels(), pod.meta().owners());
        return known.computeIfAbsent(key, this::derive);
    }

    private Selector derive(Key pod) {
        var labels = new TreeMap<String, String>();
        for (KubeObject object : objects.get().list(Kind.SERVICE)) {
            if (object instanceof Service service
                    && service.meta().namespace().equals(pod.namespace())
                    && pod.labels().containsAll(service.selector())) {
                labels.putAll(service.selector().asMap());
            }
        }
        Optional<WorkloadOwner> owner = owner(pod);
        if (owner.isEmpty() || owner.get().selector().isEmpty()) {
            return Selector.exactly(Labels.of(labels));
        }
        if (owner.get().kind().equals(Kind.REPLICATION_CONTROLLER)) {
            labels.putAll(owner.get().selector().get().matchLabels().asMap());
            return Selector.exactly(Labels.of(labels));
        }
        Selector selector = Selector.exactly(Labels.of(labels));
        try {
            for (Requirement requirement : Selector.of(owner.get().selector()).requirements()) {
                selector = selector.and(requirement);
            }
        } catch (SelectorException unreadable) {
            // Parity: an invalid selector of an owner is ignored.
            return Selector.exactly(Labels.of(labels));
        }
        return selector;
    }

    private Optional<WorkloadOwner> owner(Key pod) {
        for (OwnerReference reference : pod.owners()) {
            if (reference.controller()) {
                return kind(reference)
                        .flatMap(kind ->
                                objects.get().get(kind, pod.namespace() + "/" + reference.name()))
                        .filter(WorkloadOwner.class::isInstance)
                        .map(WorkloadOwner.class::cast);
            }
        }
        return Optional.empty();
    }

    private static Optional<Kind> kind(OwnerReference reference) {
        return switch (reference.apiVersion() + " " + reference.kind()) {
            case "v1 ReplicationController" -> Optional.of(Kind.REPLICATION_CONTROLLER);
            case "apps/v1 ReplicaSet" -> Optional.of(Kind.REPLICA_SET);
            case "apps/v1 StatefulSet" -> Optional.of(Kind.STATEFUL_SET);
            default -> Optional.empty();
        };
    }
}
