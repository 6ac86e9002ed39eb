package dev.berth.controlplane.api;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/// The leases of nodes, which kubelets renew in a real cluster. A lease is created and renewed only
/// when a client reads it. With thousands of nodes, a renewal every ten seconds would cause most of
/// the writes.
///
/// The lease of a node that is not ready is not renewed. The lease of a deleted node is deleted.
final class NodeLeases {
    private static final String NAMESPACE = "kube-node-lease";
    private static final int LASTS_SECONDS = 40;
    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final Path OWNERS = Path.of("metadata", "ownerReferences");
    private static final Path RENEWED = Path.of("spec", "renewTime");
    private static final Path CONDITIONS = Path.of("status", "conditions");

    private final Store store;
    private final ApiResource leases;

    NodeLeases(Store store, ApiResource leases) {
        this.store = store;
        this.leases = leases;
    }

    /// Creates, renews and deletes leases before a client reads them.
    ///
    /// @param namespace the namespace of the request, or empty for all namespaces
    /// @param name the name in the request, or empty for all names
    void lookedAt(ApiResource resource, String namespace, String name) {
        if (!resource.equals(leases) || !namespace.isEmpty() && !namespace.equals(NAMESPACE)) {
            return;
        }
        store.together(() -> {
            List<ObjectVersion> nodes =
                    name.isEmpty()
                            ? store.list(ObjectSelection.of(Kind.NODE)).objects()
                            : store.find(Kind.NODE, "", name).stream().toList();
            List<ObjectVersion> there =
                    name.isEmpty()
                            ? store.list(ObjectSelection.of(leases.stored()).in(NAMESPACE))
                                    .objects()
                            : find(name).stream().toList();
            // A node that was deleted and created again gets a new lease.
            there.forEach(this::drop);
            nodes.forEach(this::renew);
            return nodes;
        });
    }

    private Optional<ObjectVersion> find(String name) {
        return store.find(leases.stored(), NAMESPACE, name);
    }

    private void renew(ObjectVersion node) {
        Optional<ObjectVersion> lease = find(node.name());
        if (!ready(node)) {
            return;
        }
        if (lease.isEmpty()) {
            store.create(made(node));
        } else if (!fresh(lease.get())) {
            Json.Obj spec = Json.Obj.of("renewTime", Json.of(store.stamp().micros()));
            store.patch(lease.get(), new Patch.Merge(Json.Obj.of("spec", spec)), WriteScope.WHOLE);
        }
    }

    private Json.Obj made(ObjectVersion node) {
        Json.Obj owner =
                Json.Obj.EMPTY
                        .with("apiVersion", Kind.NODE.apiVersion())
                        .with("kind", Kind.NODE.name())
                        .with("name", node.name())
                        .with("uid", node.uid());
        return OWNERS.set(
                        ObjectTemplates.named(leases.stored(), NAMESPACE, node.name()),
                        Json.arr(owner))
                .with(
                        "spec",
                        Json.Obj.EMPTY
                                .with("holderIdentity", node.name())
                                .with("leaseDurationSeconds", LASTS_SECONDS)
                                .with("renewTime", store.stamp().micros()));
    }

    private boolean fresh(ObjectVersion lease) {
        try {
            Instant renewed = Instant.parse(RENEWED.text(lease.json()));
            Instant now = Instant.parse(store.stamp().micros());
            return Duration.between(renewed, now).compareTo(FRESH) < 0;
        } catch (DateTimeParseException never) {
            return false;
        }
    }

    private static boolean ready(ObjectVersion node) {
        return CONDITIONS.items(node.json()).stream()
                .anyMatch(it ->
                        Path.of("type").text(it).equals("Ready")
                                && Path.of("status").text(it).equals("True"));
    }

    /// Deletes a lease if its owner, a node with the same UID, no longer exists.
    private void drop(ObjectVersion lease) {
        boolean orphaned =
                lease.typed().meta().owners().stream()
                        .anyMatch(owner ->
                                owner.kind().equals(Kind.NODE.name())
                                        && store.find(Kind.NODE, "", owner.name())
                                                .filter(it -> it.uid().equals(owner.uid()))
                                                .isEmpty());
        if (orphaned) {
            store.delete(
                    lease.kind(),
                    lease.namespace(),
                    lease.name(),
                    DeleteRequest.NOW.onlyUid(lease.uid()));
        }
    }
}
