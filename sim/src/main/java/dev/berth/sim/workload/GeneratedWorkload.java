package dev.berth.sim.workload;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// The generated objects of a cluster, in the order of creation.
///
/// @param context the objects that pods refer to: priority classes, services, replica sets
public record GeneratedWorkload(List<Json.Obj> nodes, List<Json.Obj> context, List<Json.Obj> pods) {
    private static final Path CONDITIONS = Path.of("status", "conditions");

    public GeneratedWorkload {
        nodes = List.copyOf(nodes);
        context = List.copyOf(context);
        pods = List.copyOf(pods);
    }

    /// Sets the timestamps of the node conditions.
    public GeneratedWorkload since(String time) {
        return new GeneratedWorkload(
                nodes.stream().map(node -> dated(node, time)).toList(), context, pods);
    }

    private static Json.Obj dated(Json.Obj node, String time) {
        var conditions = new ArrayList<Json>();
        for (Json condition : CONDITIONS.items(node)) {
            conditions.add(
                    condition instanceof Json.Obj it
                            ? it.with("lastHeartbeatTime", time).with("lastTransitionTime", time)
                            : condition);
        }
        return CONDITIONS.set(node, new Json.Arr(conditions));
    }
}
