package dev.berth.app.decide;

import dev.berth.app.cli.Failure;
import dev.berth.app.workload.ManifestProblems;
import dev.berth.app.workload.SkippedKinds;
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
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.sim.controller.WorkloadPods;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A cluster from manifests, with the defaults that an API server sets.
///
/// @param entries all objects that can influence a decision, including pods
/// @param pods all pods in the order of the files, then those that workloads lack
record ClusterFiles(List<Entry> entries, List<Pod> pods) {
    ClusterFiles {
        entries = List.copyOf(entries);
        pods = List.copyOf(pods);
    }

    /// An object as the scheduler reads it, and as the API server would return it.
    record Entry(KubeObject object, Json.Obj whole) {}

    /// @param notes receives a line about objects that cannot influence a decision
    /// @throws Failure with all problems of the files, each with file, line and path
    static ClusterFiles read(
            List<String> files, InputStream standardInput, Consumer<String> notes) {
        var problems = new ManifestProblems();
        var skipped = new SkippedKinds();
        List<Manifest> all = Manifests.read(files, standardInput, problems);
        var custom = new CustomKinds(all);
        List<Manifest> manifests =
                all.stream()
                        .filter(manifest -> {
                            boolean read = isRead(manifest, custom);
                            if (!read) {
                                skipped.add(manifest);
                            }
                            return read;
                        })
                        .toList();
        ClusterFiles cluster = of(manifests, custom, problems);
        problems.throwIfAny();
        skipped.line().ifPresent(notes);
        return cluster;
    }

    private static boolean isRead(Manifest manifest, CustomKinds custom) {
        return ReadKinds.find(manifest.apiVersion(), manifest.kind()).isPresent()
                || custom.find(manifest).isPresent()
                || WorkloadPods.expands(manifest.apiVersion(), manifest.kind());
    }

    private static ClusterFiles of(
            List<Manifest> manifests, CustomKinds custom, ManifestProblems problems) {
        var defaults =
                new ApiDefaults(
                        objects(Kind.PRIORITY_CLASS, manifests),
                        objects(Kind.STORAGE_CLASS, manifests));
        var decoder = new Decoder();
        var entries = new ArrayList<Entry>();
        Map<String, Origin> origins = new HashMap<>();
        for (Manifest manifest : manifests) {
            try {
                entry(manifest, custom, defaults, decoder, origins).ifPresent(entries::add);
            } catch (ManifestException problem) {
                problems.accept(problem);
            }
        }
        if (problems.isEmpty()) {
            expand(manifests, defaults, decoder, problems, entries);
        }
        entries.addAll(
                namespacesOf(entries.stream().map(Entry::object).toList(), defaults, decoder));
        return new ClusterFiles(
                entries,
                entries.stream()
                        .map(Entry::object)
                        .filter(Pod.class::isInstance)
                        .map(Pod.class::cast)
                        .toList());
    }

    private static List<Json.Obj> objects(Kind kind, List<Manifest> manifests) {
        return manifests.stream()
                .filter(manifest ->
                        ReadKinds.find(manifest.apiVersion(), manifest.kind())
                                .equals(Optional.of(kind)))
                .map(Manifest::object)
                .toList();
    }

    /// Adds the pods that the workloads lack. They come last, as if the controllers created them
    /// now.
    private static void expand(
            List<Manifest> manifests,
            ApiDefaults defaults,
            Decoder decoder,
            ManifestProblems problems,
            List<Entry> entries) {
        var byObject = new IdentityHashMap<Json.Obj, Manifest>();
        manifests.forEach(manifest -> byObject.put(manifest.object(), manifest));
        for (WorkloadPods.Missing missing :
                WorkloadPods.missing(manifests.stream().map(Manifest::object).toList())) {
            Manifest workload = byObject.get(missing.workload());
            if (workload == null) {
                continue;
            }
            String apiVersion = missing.object().textAt("apiVersion").orElseThrow();
            String name = missing.object().textAt("kind").orElseThrow();
            Kind kind = ReadKinds.find(apiVersion, name).orElseThrow();
            try {
                entries.add(complete(kind, missing.object(), workload, defaults, decoder));
            } catch (ManifestException problem) {
                // The other pods of the workload have the same problem.
                problems.accept(problem);
                byObject.remove(missing.workload());
            }
        }
    }

    private static void checkTemplate(Manifest workload, Decoder decoder) {
        Optional<Json.Obj> template = workload.object().objAt("spec", "template");
        if (template.isEmpty()) {
            return;
        }
        try {
            var _ = decoder.pod(template.get());
        } catch (DecodeException e) {
            var path = new ArrayList<>(JsonPath.ROOT.field("spec").field("template").steps());
            path.addAll(e.path().steps());
            throw workload.origin()
                    .failure(new DecodeException(new JsonPath(path), e.value(), e.problem()));
        }
    }

    /// The object of a manifest; empty for a workload that only its pods represent.
    private static Optional<Entry> entry(
            Manifest manifest,
            CustomKinds custom,
            ApiDefaults defaults,
            Decoder decoder,
            Map<String, Origin> origins) {
        JsonPath name = JsonPath.ROOT.field("metadata").field("name");
        if (manifest.object().textAt("metadata", "name").orElse("").isEmpty()) {
            throw manifest.origin().failure(name, "is missing");
        }
        Optional<Kind> known = ReadKinds.find(manifest.apiVersion(), manifest.kind());
        Optional<Kind> kind = known.or(() -> custom.find(manifest));
        if (WorkloadPods.expands(manifest.apiVersion(), manifest.kind())) {
            checkTemplate(manifest, decoder);
        }
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        // Decoded before defaults are set, because messages contain positions of the file.
        manifest.decode(object -> decoder.object(kind.get(), object));
        Entry entry =
                manifest.decode(object ->
                        known.isPresent()
                                ? complete(kind.get(), object, manifest, defaults, decoder)
                                : custom(kind.get(), object, decoder));
        KubeObject object = entry.object();
        Origin other = origins.putIfAbsent(object.kind() + " " + object.key(), manifest.origin());
        if (other != null) {
            throw manifest.origin()
                    .failure(
                            name,
                            "%s %s is also defined in %s"
                                    .formatted(object.kind().name(), object.key(), other));
        }
        return Optional.of(entry);
    }

    private static Entry custom(Kind kind, Json.Obj object, Decoder decoder) {
        Json.Obj whole = CustomKinds.complete(kind, object);
        return new Entry(decoder.object(kind, whole), whole);
    }

    private static Entry complete(
            Kind kind, Json.Obj object, Manifest manifest, ApiDefaults defaults, Decoder decoder) {
        return switch (defaults.of(kind, object)) {
            case Reply.Granted<Json.Obj>(var complete) -> {
                Json.Obj whole = kind.equals(Kind.POD) ? PodIdentity.given(complete) : complete;
                yield new Entry(decoder.object(kind, whole), whole);
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
