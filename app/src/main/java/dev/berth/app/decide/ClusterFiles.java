package dev.berth.app.decide;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.controlplane.store.ApiDefaults;
import dev.berth.controlplane.store.Reply;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.manifest.Origin;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A cluster from manifests, with the defaults that an API server sets.
///
/// @param entries all objects that can influence a decision, including pods
/// @param pods all pods, in the order of the files
record ClusterFiles(List<Entry> entries, List<Pod> pods) {
    ClusterFiles {
        entries = List.copyOf(entries);
        pods = List.copyOf(pods);
    }

    /// An object as the scheduler reads it, and as the API server would return it.
    record Entry(KubeObject object, Json.Obj whole) {}

    /// @throws Failure if a file cannot be read, with file, line and path
    static ClusterFiles read(List<String> files, InputStream standardInput) {
        try {
            return of(Manifests.read(files, standardInput));
        } catch (ManifestException problem) {
            throw new Failure(ExitCode.USAGE, String.valueOf(problem.getMessage()));
        }
    }

    private static ClusterFiles of(List<Manifest> manifests) {
        var read = new ArrayList<Manifest>();
        var priorities = new ArrayList<Json.Obj>();
        var storages = new ArrayList<Json.Obj>();
        for (Manifest manifest : manifests) {
            // Other kinds, such as ConfigMaps, cannot influence a decision.
            ReadKinds.find(manifest.apiVersion(), manifest.kind())
                    .ifPresent(kind -> {
                        read.add(manifest);
                        if (kind.equals(Kind.PRIORITY_CLASS)) {
                            priorities.add(manifest.object());
                        } else if (kind.equals(Kind.STORAGE_CLASS)) {
                            storages.add(manifest.object());
                        }
                    });
        }
        var defaults = new ApiDefaults(priorities, storages);
        var decoder = new Decoder();
        var entries = new ArrayList<Entry>();
        var pods = new ArrayList<Pod>();
        Map<String, Origin> origins = new HashMap<>();
        for (Manifest manifest : read) {
            Entry entry = entry(manifest, defaults, decoder);
            KubeObject object = entry.object();
            Origin other =
                    origins.putIfAbsent(object.kind() + " " + object.key(), manifest.origin());
            if (other != null) {
                throw manifest.origin()
                        .failure(
                                JsonPath.ROOT.field("metadata").field("name"),
                                "%s %s is also defined in %s"
                                        .formatted(object.kind().name(), object.key(), other));
            }
            entries.add(entry);
            if (object instanceof Pod pod) {
                pods.add(pod);
            }
        }
        entries.addAll(
                namespacesOf(entries.stream().map(Entry::object).toList(), defaults, decoder));
        return new ClusterFiles(entries, pods);
    }

    private static Entry entry(Manifest manifest, ApiDefaults defaults, Decoder decoder) {
        Kind kind = ReadKinds.find(manifest.apiVersion(), manifest.kind()).orElseThrow();
        // Decoded before defaults are set, because messages contain positions of the file.
        manifest.decode(object -> decoder.object(kind, object));
        if (manifest.object().textAt("metadata", "name").orElse("").isEmpty()) {
            throw manifest.origin()
                    .failure(JsonPath.ROOT.field("metadata").field("name"), "is missing");
        }
        return switch (defaults.of(kind, manifest.object())) {
            case Reply.Granted<Json.Obj>(var object) -> {
                Json.Obj whole = kind.equals(Kind.POD) ? PodIdentity.given(object) : object;
                yield new Entry(manifest.decode(_ -> decoder.object(kind, whole)), whole);
            }
            case Reply.Refused<Json.Obj>(var why) ->
                    throw manifest.origin().failure(JsonPath.ROOT, why.message());
        };
    }

    /// A namespace that objects use exists even if no manifest defines it.
    private static List<Entry> namespacesOf(
            List<KubeObject> objects, ApiDefaults defaults, Decoder decoder) {
        var missing = new TreeSet<String>();
        objects.forEach(object -> missing.add(object.meta().namespace()));
        missing.remove("");
        for (KubeObject object : objects) {
            if (object.kind().equals(Kind.NAMESPACE)) {
                missing.remove(object.meta().name());
            }
        }
        var made = new ArrayList<Entry>();
        for (String name : missing) {
            Json.Obj namespace =
                    defaults.of(
                                    Kind.NAMESPACE,
                                    Json.Obj.of("metadata", Json.Obj.of("name", Json.of(name))))
                            .orThrow();
            made.add(new Entry(decoder.object(Kind.NAMESPACE, namespace), namespace));
        }
        return made;
    }
}
