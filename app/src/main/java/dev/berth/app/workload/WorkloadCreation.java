package dev.berth.app.workload;

import dev.berth.app.cli.Failure;
import dev.berth.controlplane.store.Reply;
import dev.berth.engine.port.Log;
import dev.berth.manifest.Origin;
import dev.berth.model.json.Json;
import dev.berth.sim.SimCluster;
import dev.berth.sim.volume.VolumeController;
import dev.berth.sim.workload.GeneratedWorkload;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Creates the objects of a workload in a cluster.
public final class WorkloadCreation {
    private WorkloadCreation() {}

    /// @param origins the positions of objects that come from files
    /// @param log receives warnings about ignored fields
    /// @throws Failure with all objects that the cluster rejects
    public static void fill(
            SimCluster cluster,
            GeneratedWorkload workload,
            Map<Json.Obj, Origin> origins,
            Log log) {
        var problems = new ManifestProblems();
        fill(cluster, workload, origins, log, problems);
        problems.throwIfAny();
    }

    /// As [#fill(SimCluster, GeneratedWorkload, Map, Log)].
    ///
    /// @param problems receives the objects that the cluster rejects
    public static void fill(
            SimCluster cluster,
            GeneratedWorkload workload,
            Map<Json.Obj, Origin> origins,
            Log log,
            ManifestProblems problems) {
        GeneratedWorkload now = workload.since(cluster.store().stamp().now());
        cluster.store()
                .reserveUids(
                        Stream.of(now.nodes(), now.context(), now.pods())
                                .flatMap(List::stream)
                                .flatMap(object -> object.textAt("metadata", "uid").stream())
                                .filter(uid -> !uid.isEmpty())
                                .toList());
        for (List<Json.Obj> objects : List.of(now.nodes(), now.context(), now.pods())) {
            for (Json.Obj object : objects) {
                VolumeController.ignoredFields(object)
                        .ifPresent(what -> log.warn(place(object, origins) + what));
                if (cluster.put(object) instanceof Reply.Refused<?> refused) {
                    problems.add(place(object, origins) + refused.why().message());
                }
            }
        }
    }

    private static String place(Json.Obj object, Map<Json.Obj, Origin> origins) {
        Origin origin = origins.get(object);
        return origin == null ? "" : origin + ": ";
    }
}
