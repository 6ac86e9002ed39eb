package dev.berth.app.workload;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.manifest.Origin;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    private ManifestFiles() {}

    /// Cluster-wide objects come first, because pods refer to namespaces and priority classes.
    ///
    /// @param origins receives the position of each object, for later messages about it
    public static List<Json.Obj> read(
            List<String> files, InputStream standardInput, Map<Json.Obj, Origin> origins) {
        try {
            var first = new ArrayList<Json.Obj>();
            var then = new ArrayList<Json.Obj>();
            var decoder = new Decoder();
            for (Manifest manifest : Manifests.read(files, standardInput)) {
                check(manifest, decoder);
                origins.putIfAbsent(manifest.object(), manifest.origin());
                (manifest.kind().equals("Pod") ? then : first).add(manifest.object());
            }
            first.addAll(then);
            return first;
        } catch (ManifestException problem) {
            throw new Failure(ExitCode.USAGE, String.valueOf(problem.getMessage()));
        }
    }

    private static void check(Manifest manifest, Decoder decoder) {
        for (Kind kind : CHECKED) {
            if (kind.name().equals(manifest.kind())
                    && kind.apiVersion().equals(manifest.apiVersion())) {
                manifest.decode(object -> decoder.object(kind, object));
            }
        }
    }
}
