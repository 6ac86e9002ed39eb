package dev.berth.app;

import dev.berth.manifest.Manifest;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.sim.store.ApiDefaults;
import dev.berth.sim.store.Reply;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A cluster from the files a user names, with what an API server would have added.
///
/// @param objects all that can influence a decision, pods included
/// @param pods all pods, in the order of the files
record ClusterFiles(List<KubeObject> objects, List<Pod> pods) {
    ClusterFiles {
        objects = List.copyOf(objects);
        pods = List.copyOf(pods);
    }

    /// @throws Failure if something cannot be read, with file, line and path
    static ClusterFiles read(List<String> files, InputStream standardInput) {
        try {
            return of(Manifests.read(files, standardInput));
        } catch (ManifestException problem) {
            throw new Failure(ExitCode.USAGE, String.valueOf(problem.getMessage()));
        }
    }

    private static ClusterFiles of(List<Manifest> manifests) {
        var read = new ArrayList<Manifest>();
        var classes = new ArrayList<Json.Obj>();
        for (Manifest manifest : manifests) {
            // What is not read, a ConfigMap say, cannot matter.
            ReadKinds.find(manifest.apiVersion(), manifest.kind())
                    .ifPresent(kind -> {
                        read.add(manifest);
                        if (kind.equals(Kind.PRIORITY_CLASS)) {
                            classes.add(manifest.object());
                        }
                    });
        }
        var defaults = new ApiDefaults(classes);
        var decoder = new Decoder();
        var objects = new ArrayList<KubeObject>();
        var pods = new ArrayList<Pod>();
        Map<String, String> origins = new HashMap<>();
        for (Manifest manifest : read) {
            KubeObject object = object(manifest, defaults, decoder);
            String other =
                    origins.putIfAbsent(
                            object.kind() + " " + object.key(), manifest.origin().toString());
            if (other != null) {
                throw manifest.origin()
                        .failure(
                                JsonPath.ROOT.field("metadata").field("name"),
                                "%s %s is in %s too"
                                        .formatted(object.kind().name(), object.key(), other));
            }
            objects.add(object);
            if (object instanceof Pod pod) {
                pods.add(pod);
            }
        }
        objects.addAll(namespacesOf(objects, defaults, decoder));
        return new ClusterFiles(objects, pods);
    }

    private static KubeObject object(Manifest manifest, ApiDefaults defaults, Decoder decoder) {
        Kind kind = ReadKinds.find(manifest.apiVersion(), manifest.kind()).orElseThrow();
        // First as it is written: positions in messages are those of the file.
        manifest.decode(object -> decoder.object(kind, object));
        if (manifest.object().textAt("metadata", "name").orElse("").isEmpty()) {
            throw manifest.origin()
                    .failure(JsonPath.ROOT.field("metadata").field("name"), "is missing");
        }
        return switch (defaults.of(kind, manifest.object())) {
            case Reply.Granted<Json.Obj>(var object) ->
                    manifest.decode(_ ->
                            decoder.object(
                                    kind, kind.equals(Kind.POD) ? Identity.given(object) : object));
            case Reply.Refused<Json.Obj>(var why) ->
                    throw manifest.origin().failure(JsonPath.ROOT, why.message());
        };
    }

    /// A namespace that is used exists, though nobody wrote it down.
    private static List<KubeObject> namespacesOf(
            List<KubeObject> objects, ApiDefaults defaults, Decoder decoder) {
        var missing = new TreeSet<String>();
        objects.forEach(object -> missing.add(object.meta().namespace()));
        missing.remove("");
        for (KubeObject object : objects) {
            if (object.kind().equals(Kind.NAMESPACE)) {
                missing.remove(object.meta().name());
            }
        }
        var made = new ArrayList<KubeObject>();
        for (String name : missing) {
            Json.Obj namespace = Json.Obj.of("metadata", Json.Obj.of("name", Json.of(name)));
            made.add(
                    decoder.object(
                            Kind.NAMESPACE, defaults.of(Kind.NAMESPACE, namespace).orThrow()));
        }
        return made;
    }
}
