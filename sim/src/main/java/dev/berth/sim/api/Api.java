package dev.berth.sim.api;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.Binding;
import dev.berth.sim.store.Listing;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.Part;
import dev.berth.sim.store.Patch;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Selection;
import dev.berth.sim.store.Store;
import dev.berth.sim.store.Watch;
import dev.berth.sim.tree.Path;

import java.util.List;

/// The verbs of the Kubernetes API, as a client meets them. Whoever speaks HTTP to clients calls
/// these and turns answers into bytes; nothing here knows of connections.
public final class Api {
    private final Store store;
    private final Catalogue catalogue = new Catalogue();

    public Api(Store store) {
        this.store = store;
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    public Reply<Json.Obj> get(Resource resource, String namespace, String name) {
        return store.get(resource.stored(), namespace, name).map(it -> shown(resource, it));
    }

    /// @param namespace empty for all of them
    public Reply<Page> list(Resource resource, String namespace, ListOptions options) {
        Listing listing = store.list(Selection.of(resource.stored()).in(namespace));
        List<Json.Obj> objects = listing.objects().stream().map(it -> shown(resource, it)).toList();
        return Reply.of(new Page(listing.revision(), objects, "", -1));
    }

    /// @param wakeUp called, on any thread, when there may be something to read
    public Reply<Watch> watch(
            Resource resource, String namespace, WatchOptions options, Runnable wakeUp) {
        Selection selection = Selection.of(resource.stored()).in(namespace);
        String version = options.resourceVersion();
        return version.isEmpty() || version.equals("0")
                ? Reply.of(store.watch(selection, wakeUp))
                : store.watch(selection, Long.parseLong(version), wakeUp);
    }

    public Reply<Written> create(
            Resource resource, String namespace, Json.Obj object, WriteOptions options) {
        Json.Obj placed =
                resource.kind().namespaced()
                        ? Path.of("metadata", "namespace").set(object, Json.of(namespace))
                        : object;
        return store.create(placed, Part.MAIN)
                .map(it -> new Written(shown(resource, it), true, List.of()));
    }

    /// @param part the whole but for its status, or a sub-resource
    public Reply<Written> replace(
            Resource resource,
            Part part,
            String namespace,
            String name,
            Json.Obj object,
            WriteOptions options) {
        return store.replace(object, part)
                .map(it -> new Written(shown(resource, it), false, List.of()));
    }

    public Reply<Written> patch(
            Resource resource,
            Part part,
            String namespace,
            String name,
            Patch patch,
            WriteOptions options) {
        return store.patch(resource.stored(), namespace, name, patch, part)
                .map(it -> new Written(shown(resource, it), false, List.of()));
    }

    /// The object as it is on its way out, or as it last was.
    public Reply<Written> delete(
            Resource resource, String namespace, String name, DeleteOptions options) {
        return store.delete(resource.stored(), namespace, name, options.deletion())
                .map(it -> new Written(shown(resource, it), true, List.of()));
    }

    /// What was there of those that match.
    public Reply<Page> deleteCollection(
            Resource resource, String namespace, ListOptions which, DeleteOptions options) {
        return list(resource, namespace, which);
    }

    /// The `binding` sub-resource: a `Binding` object.
    public Reply<Written> bind(
            String namespace, String name, Json.Obj binding, WriteOptions options) {
        String node = Path.of("target", "name").text(binding);
        String uid = Path.of("metadata", "uid").text(binding);
        return store.bind(Binding.of(namespace, name, uid, node))
                .map(it -> new Written(Json.Obj.EMPTY, true, List.of()));
    }

    /// The `eviction` sub-resource: an `Eviction` object. Refused with `TooManyRequests` while a
    /// disruption budget does not allow it.
    public Reply<Written> evict(
            String namespace, String name, Json.Obj eviction, WriteOptions options) {
        return store.delete(Kind.POD, namespace, name, DeleteOptions.DEFAULT.deletion())
                .map(it -> new Written(Json.Obj.EMPTY, true, List.of()));
    }

    /// The `scale` sub-resource: a `Scale` object of `autoscaling/v1`.
    public Reply<Json.Obj> scale(Resource resource, String namespace, String name) {
        return store.get(resource.stored(), namespace, name).map(ObjectVersion::json);
    }

    public Reply<Written> rescale(
            Resource resource,
            String namespace,
            String name,
            Json.Obj scale,
            WriteOptions options) {
        return store.replace(scale, Part.MAIN).map(it -> new Written(it.json(), false, List.of()));
    }

    public Reply<Written> rescale(
            Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
        return store.patch(resource.stored(), namespace, name, patch, Part.MAIN)
                .map(it -> new Written(it.json(), false, List.of()));
    }

    /// An object of the store as clients of this resource see it.
    public Json.Obj shown(Resource resource, ObjectVersion object) {
        return object.json();
    }

    /// The same in bytes of JSON, made once for all who watch.
    public byte[] encoded(Resource resource, ObjectVersion object) {
        return shown(resource, object).bytes();
    }
}
