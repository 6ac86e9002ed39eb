package dev.berth.app.workload;

import dev.berth.app.cli.Failure;
import dev.berth.controlplane.store.Kinds;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.manifest.Origin;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.stage.Stage;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Reads objects from manifests and checks them before the cluster starts.
public final class ManifestFiles {
    private static final List<Kind> CHECKED =
            List.of(
                    Kind.POD,
                    Kind.NODE,
                    Kind.NAMESPACE,
                    Kind.SERVICE,
                    Kind.REPLICATION_CONTROLLER,
                    Kind.REPLICA_SET,
                    Kind.STATEFUL_SET,
                    Kind.PRIORITY_CLASS,
                    Kind.DISRUPTION_BUDGET);

    /// The embedded cluster records its own events, and serves the leases of its own nodes.
    private static final Set<String> OWN = Set.of("Event", "Lease");

    private static final List<String> FIRST =
            List.of("CustomResourceDefinition", "Namespace", "PriorityClass", "StorageClass");
    private static final String LAST = "Pod";

    private ManifestFiles() {}

    /// The objects that an embedded cluster needs, in the order of creation: pods refer to
    /// namespaces and priority classes.
    ///
    /// @param origins receives the position of each object, for later messages about it
    /// @param notes receives a line about skipped objects
    /// @param problems receives the problems of the files and of single objects
    /// @throws Failure if there are too many problems
    public static List<Json.Obj> read(
            List<String> files,
            InputStream standardInput,
            Map<Json.Obj, Origin> origins,
            Consumer<String> notes,
            ManifestProblems problems) {
        var objects = new ArrayList<Json.Obj>();
        var decoder = new Decoder();
        var skipped = new SkippedKinds();
        List<Manifest> manifests = Manifests.read(files, standardInput, problems);
        Set<String> custom = customKinds(manifests);
        for (Manifest manifest :
                manifests.stream().sorted(Comparator.comparingInt(ManifestFiles::rank)).toList()) {
            if (!needed(manifest, custom)) {
                skipped.add(manifest);
                continue;
            }
            try {
                check(manifest, decoder);
                origins.putIfAbsent(manifest.object(), manifest.origin());
                objects.add(manifest.object());
            } catch (ManifestException problem) {
                problems.accept(problem);
            }
        }
        skipped.line().ifPresent(notes);
        return objects;
    }

    private static int rank(Manifest manifest) {
        int first = FIRST.indexOf(manifest.kind());
        return first >= 0 ? first : manifest.kind().equals(LAST) ? FIRST.size() + 1 : FIRST.size();
    }

    /// Custom resources are needed because plugins can read them. Other kinds of Kubernetes, such
    /// as the RBAC kinds, are in every snapshot of a real cluster.
    private static boolean needed(Manifest manifest, Set<String> custom) {
        String group = group(manifest.apiVersion());
        if (!group.isEmpty() && custom.contains(group + "/" + manifest.kind())) {
            return true;
        }
        boolean ofKubernetes = !group.contains(".") || group.endsWith(".k8s.io");
        return !ofKubernetes
                || Kinds.isBuiltIn(group, manifest.kind()) && !OWN.contains(manifest.kind());
    }

    private static Set<String> customKinds(List<Manifest> manifests) {
        var custom = new HashSet<String>();
        for (Manifest manifest : manifests) {
            if (manifest.kind().equals("CustomResourceDefinition")) {
                custom.add(
                        manifest.object().textAt("spec", "group").orElse("")
                                + "/"
                                + manifest.object().textAt("spec", "names", "kind").orElse(""));
            }
        }
        return custom;
    }

    private static String group(String apiVersion) {
        return apiVersion.substring(0, Math.max(apiVersion.indexOf('/'), 0));
    }

    private static void check(Manifest manifest, Decoder decoder) {
        if (isOf(Stage.KIND, manifest)) {
            var _ = manifest.decode(Stage::of);
        }
        for (Kind kind : CHECKED) {
            if (isOf(kind, manifest)) {
                manifest.decode(object -> decoder.object(kind, object));
            }
        }
    }

    private static boolean isOf(Kind kind, Manifest manifest) {
        return kind.name().equals(manifest.kind())
                && kind.apiVersion().equals(manifest.apiVersion());
    }
}
