package dev.berth.controlplane.api;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.json.Json;

import java.util.Optional;

/// The verbs of the Kubernetes API: get, list, watch, create, update, patch, delete, and the
/// subresources. The HTTP layer calls these methods and encodes their results. This class has no
/// knowledge of connections.
public final class Api {
    private final Store store;
    private final ResourceRegistry catalog = new ResourceRegistry();
    private final JsonCache encodings = new JsonCache();
    private final ListRequests lists;
    private final ApiWrites writes;
    private final ScaleSubresource scales;
    private final BindingSubresource bindings;
    private final EvictionSubresource evictions;
    private Optional<NodeLeases> nodeLeases = Optional.empty();

    public Api(Store store) {
        this.store = store;
        this.lists = new ListRequests(store);
        this.writes = new ApiWrites(store);
        this.scales = new ScaleSubresource(store);
        this.bindings = new BindingSubresource(store);
        this.evictions = new EvictionSubresource(store);
    }

    /// Enables the leases of nodes: each ready node has a lease, which is renewed when a client
    /// reads it.
    public Api withNodeLeases() {
        ApiResource leases = catalog.find("coordination.k8s.io", "v1", "leases").orElseThrow();
        nodeLeases = Optional.of(new NodeLeases(store, leases));
        return this;
    }

    public ResourceRegistry catalog() {
        return catalog;
    }

    public Reply<Json.Obj> get(ApiResource resource, String namespace, String name) {
        nodeLeases.ifPresent(it -> it.lookedAt(resource, namespace, name));
        return store.get(resource.stored(), namespace, name)
                .whyNot(why -> ApiWrites.named(resource, why))
                .map(it -> shown(resource, it));
    }

    /// Lists objects. The items of a list have no `kind` and `apiVersion`; the list itself has
    /// them.
    ///
    /// @param namespace the namespace, or empty for all namespaces
    public Reply<ListPage> list(ApiResource resource, String namespace, ListOptions options) {
        nodeLeases.ifPresent(it -> it.lookedAt(resource, namespace, ""));
        return lists.list(resource, namespace, options)
                .map(found ->
                        new ListPage(
                                found.revision(),
                                found.objects().stream()
                                        .map(it -> ListRequests.item(shown(resource, it)))
                                        .toList(),
                                found.continued(),
                                found.remaining()));
    }

    /// Opens a watch.
    ///
    /// @param wakeUp called on any thread when the watch may have events to read
    public Reply<Watch> watch(
            ApiResource resource, String namespace, WatchOptions options, Runnable wakeUp) {
        nodeLeases.ifPresent(it -> it.lookedAt(resource, namespace, ""));
        return lists.watch(resource, namespace, options, wakeUp);
    }

    public Reply<WriteResult> create(
            ApiResource resource, String namespace, Json.Obj object, WriteOptions options) {
        return writes.create(resource, namespace, object, options);
    }

    /// Replaces an object.
    ///
    /// @param part the part to write: everything except the status, or the status
    public Reply<WriteResult> replace(
            ApiResource resource,
            WriteScope part,
            String namespace,
            String name,
            Json.Obj object,
            WriteOptions options) {
        return writes.replace(resource, part, namespace, name, object, options);
    }

    public Reply<WriteResult> patch(
            ApiResource resource,
            WriteScope part,
            String namespace,
            String name,
            Patch patch,
            WriteOptions options) {
        return writes.patch(resource, part, namespace, name, patch, options);
    }

    /// Deletes an object. Depending on the kind, the reply is the object in its last version or,
    /// when it is removed, a `Status` with `Success`.
    public Reply<WriteResult> delete(
            ApiResource resource, String namespace, String name, DeleteOptions options) {
        return writes.delete(resource, namespace, name, options);
    }

    /// Deletes the selected objects, and returns them as they were before the deletion.
    public Reply<ListPage> deleteCollection(
            ApiResource resource, String namespace, ListOptions which, DeleteOptions options) {
        return store.together(() ->
                lists.list(resource, namespace, which)
                        .then(found -> {
                            for (ObjectVersion object : found.objects()) {
                                Reply<WriteResult> gone =
                                        delete(
                                                resource,
                                                object.namespace(),
                                                object.name(),
                                                options);
                                if (gone instanceof Reply.Refused<WriteResult>(var why)) {
                                    return Reply.no(why);
                                }
                            }
                            return Reply.of(
                                    new ListPage(
                                            found.revision(),
                                            found.objects().stream()
                                                    .map(it ->
                                                            ListRequests.item(shown(resource, it)))
                                                    .toList(),
                                            found.continued(),
                                            found.remaining()));
                        }));
    }

    /// The `finalize` subresource of namespaces, which replaces `spec.finalizers`.
    public Reply<WriteResult> finish(String name, Json.Obj namespace, WriteOptions options) {
        return writes.finish(name, namespace, options);
    }

    /// The `binding` subresource, which takes a `Binding` object.
    public Reply<WriteResult> bind(
            String namespace, String name, Json.Obj binding, WriteOptions options) {
        return bindings.bind(namespace, name, binding, options);
    }

    /// The `eviction` subresource, which takes an `Eviction` object. The reply is `TooManyRequests`
    /// while a disruption budget does not allow the eviction.
    public Reply<WriteResult> evict(
            String namespace, String name, Json.Obj eviction, WriteOptions options) {
        return evictions.evict(namespace, name, eviction, options);
    }

    /// The `scale` subresource, as a `Scale` object of `autoscaling/v1`.
    public Reply<Json.Obj> scale(ApiResource resource, String namespace, String name) {
        return store.get(resource.stored(), namespace, name).map(ScaleSubresource::of);
    }

    public Reply<WriteResult> rescale(
            ApiResource resource,
            String namespace,
            String name,
            Json.Obj scale,
            WriteOptions options) {
        return scales.replace(resource, namespace, name, scale, options);
    }

    public Reply<WriteResult> rescale(
            ApiResource resource,
            String namespace,
            String name,
            Patch patch,
            WriteOptions options) {
        return scales.patch(resource, namespace, name, patch, options);
    }

    /// Converts an object of the store to the API version of the resource.
    public Json.Obj shown(ApiResource resource, ObjectVersion object) {
        return EventConversion.shown(resource, object.json());
    }

    /// As [#shown], encoded as JSON. All watches share the encoding.
    public byte[] encoded(ApiResource resource, ObjectVersion object) {
        return encodings.of(resource, object, () -> shown(resource, object));
    }
}
