package dev.berth.app;

import dev.berth.model.json.Json;
import dev.berth.sim.SimCluster;
import dev.berth.sim.store.Reply;
import dev.berth.sim.workload.Workload;

import java.util.List;
import java.util.Map;

/// Puts a workload into a cluster.
final class Filling {
    private Filling() {}

    /// @param origins where objects come from, as far as they come from files
    static void fill(SimCluster cluster, Workload workload, Map<Json.Obj, String> origins) {
        for (List<Json.Obj> objects :
                List.of(workload.nodes(), workload.context(), workload.pods())) {
            for (Json.Obj object : objects) {
                if (cluster.store().create(object) instanceof Reply.Refused<?> refused) {
                    String origin = origins.get(object);
                    throw new Failure(
                            ExitCode.USAGE,
                            (origin == null ? "" : origin + ": ") + refused.why().message());
                }
            }
        }
    }
}
