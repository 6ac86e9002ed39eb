package dev.berth.app;

import dev.berth.model.json.Json;
import dev.berth.sim.SimCluster;
import dev.berth.sim.store.Reply;
import dev.berth.sim.workload.Workload;

import java.util.List;

/// Puts a workload into a cluster.
final class Filling {
    private Filling() {}

    static void fill(SimCluster cluster, Workload workload) {
        for (List<Json.Obj> objects :
                List.of(workload.nodes(), workload.context(), workload.pods())) {
            for (Json.Obj object : objects) {
                if (cluster.store().create(object) instanceof Reply.Refused<?> refused) {
                    throw new Failure(ExitCode.USAGE, refused.why().message());
                }
            }
        }
    }
}
