package dev.berth.sim.controller;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.DeleteOptions;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.store.BindRequest;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.TestObjects;
import dev.berth.sim.VirtualCluster;

import java.time.Duration;
import java.util.List;

/// A cluster with controllers that binds all pods to the node `n1`, or to the node that their
/// affinity requires.
final class ControlledCluster {
    private final VirtualCluster cluster =
            new VirtualCluster(1).controlled(Log.plain(ControlledCluster::failed));

    private final Api api = new Api(cluster.store());

    ControlledCluster() {
        cluster.create(TestObjects.node("n1"));
        cluster.join(this::bindAll);
    }

    private static void failed(String line) {
        throw new AssertionError(line);
    }

    private int bindAll() {
        int bound = 0;
        for (ObjectVersion pod : objects(Kind.POD)) {
            Pod each = PodFacts.pod(pod);
            if (!each.assigned() && !each.terminating()) {
                String wanted = DaemonPods.node(pod);
                store().bind(
                                BindRequest.of(
                                        pod.namespace(),
                                        pod.name(),
                                        pod.uid(),
                                        wanted.isEmpty() ? "n1" : wanted))
                        .orThrow();
                bound++;
            }
        }
        return bound;
    }

    Store store() {
        return cluster.store();
    }

    /// Creates an object as a client does.
    ControlledCluster create(String json) {
        Json.Obj object = TestObjects.tree(json);
        ApiResource resource =
                api.catalog()
                        .ofKind(Path.of("apiVersion").text(object), Path.of("kind").text(object))
                        .orElseThrow();
        String namespace = resource.kind().namespaced() ? "default" : "";
        api.create(resource, namespace, object, WriteOptions.DEFAULT).orThrow();
        return this;
    }

    ControlledCluster seconds(long seconds) {
        cluster.advance(Duration.ofSeconds(seconds));
        return this;
    }

    List<ObjectVersion> objects(Kind kind) {
        return store().list(ObjectSelection.of(kind)).objects();
    }

    List<String> names(Kind kind) {
        return objects(kind).stream().map(ObjectVersion::name).toList();
    }

    List<ObjectVersion> pods() {
        return objects(Kind.POD);
    }

    Json.Obj object(Kind kind, String name) {
        return store().get(kind, kind.namespaced() ? "default" : "", name).orThrow().json();
    }

    long number(Kind kind, String name, String path) {
        return Path.parse(path).number(object(kind, name), 0);
    }

    String text(Kind kind, String name, String path) {
        return Path.parse(path).text(object(kind, name));
    }

    ControlledCluster patch(Kind kind, String name, String change) {
        return patch(kind, name, change, WriteScope.MAIN);
    }

    ControlledCluster patch(Kind kind, String name, String change, WriteScope part) {
        String namespace = kind.namespaced() ? "default" : "";
        var patch = new Patch.Merge(TestObjects.tree(change));
        if (part == WriteScope.WHOLE) {
            store().patch(kind, namespace, name, patch, part).orThrow();
        } else {
            ApiResource resource =
                    api.catalog().ofKind(kind.apiVersion(), kind.name()).orElseThrow();
            api.patch(resource, part, namespace, name, patch, WriteOptions.DEFAULT).orThrow();
        }
        return this;
    }

    ControlledCluster delete(Kind kind, String name) {
        String namespace = kind.namespaced() ? "default" : "";
        api.catalog()
                .ofKind(kind.apiVersion(), kind.name())
                .ifPresentOrElse(
                        resource ->
                                api.delete(resource, namespace, name, DeleteOptions.DEFAULT)
                                        .orThrow(),
                        () ->
                                store().delete(kind, namespace, name, DeleteRequest.DEFAULT)
                                        .orThrow());
        return this;
    }

    List<String> notes() {
        return objects(Kind.EVENT).stream()
                .map(event ->
                        Path.of("reason").text(event.json())
                                + " "
                                + Path.of("note").text(event.json()))
                .toList();
    }
}
