package dev.berth.controlplane.api;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.json.Json;

import java.util.Optional;

/// The verbs of the Kubernetes API, as a client meets them. Whoever speaks HTTP to clients calls
/// these and turns answers into bytes; nothing here knows of connections.
public final class Api {
    private final Store store;
    private final ResourceRegistry catalogue = new ResourceRegistry();
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

    /// With a lease for each node that is ready, renewed when somebody reads it.
    public Api withNodeLeases() {
        ApiResource leases = catalogue.find("coordination.k8s.io", "v1", "leases").orElseThrow();
        nodeLeases = Optional.of(new NodeLeases(store, leases));
        return this;
    }

    public ResourceRegistry catalogue() {
        return catalogue;
    }

    public Reply<Json.Obj> get(ApiResource resource, String namespace, String name) {
        nodeLeases.ifPresent(it -> it.lookedAt(resource, namespace, name));
        return store.get(resource.stored(), namespace, name)
                .whyNot(why -> ApiWrites.named(resource, why))
                .map(it -> shown(resource, it));
    }

    /// Objects of a list do not say their kind, which is the list's to say.
    ///
    /// @param namespace empty for all of them
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

    /// @param wakeUp called, on any thread, when there may be something to read
    public Reply<Watch> watch(
            ApiResource resource, String namespace, WatchOptions options, Runnable wakeUp) {
        nodeLeases.ifPresent(it -> it.lookedAt(resource, namespace, ""));
        return lists.watch(resource, namespace, options, wakeUp);
    }

    public Reply<WriteResult> create(
            ApiResource resource, String namespace, Json.Obj object, WriteOptions options) {
        return writes.create(resource, namespace, object, options);
    }

    /// @param part the whole but for its status, or a sub-resource
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

    /// The object as it is on its way out or as it last was, or a `Status` that says it is gone,
    /// whichever the server answers for this kind.
    public Reply<WriteResult> delete(
            ApiResource resource, String namespace, String name, DeleteOptions options) {
        return writes.delete(resource, namespace, name, options);
    }

    /// What was there of those that match.
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

    /// The `finalize` sub-resource of namespaces: its `spec.finalizers` are taken over.
    public Reply<WriteResult> finish(String name, Json.Obj namespace, WriteOptions options) {
        return writes.finish(name, namespace, options);
    }

    /// The `binding` sub-resource: a `Binding` object.
    public Reply<WriteResult> bind(
            String namespace, String name, Json.Obj binding, WriteOptions options) {
        return bindings.bind(namespace, name, binding, options);
    }

    /// The `eviction` sub-resource: an `Eviction` object. Refused with `TooManyRequests` while a
    /// disruption budget does not allow it.
    public Reply<WriteResult> evict(
            String namespace, String name, Json.Obj eviction, WriteOptions options) {
        return evictions.evict(namespace, name, eviction, options);
    }

    /// The `scale` sub-resource: a `Scale` object of `autoscaling/v1`.
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

    /// An object of the store as clients of this resource see it.
    public Json.Obj shown(ApiResource resource, ObjectVersion object) {
        return EventConversion.shown(resource, object.json());
    }

    /// The same in bytes of JSON, made once for all who watch.
    public byte[] encoded(ApiResource resource, ObjectVersion object) {
        return encodings.of(resource, object, () -> shown(resource, object));
    }
}
