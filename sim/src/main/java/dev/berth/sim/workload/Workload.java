package dev.berth.sim.workload;

import dev.berth.model.json.Json;

import java.util.List;

/// Objects to fill a cluster with, in the order they are meant to be created.
///
/// @param context what pods refer to: priority classes, services, replica sets
public record Workload(List<Json.Obj> nodes, List<Json.Obj> context, List<Json.Obj> pods) {
    public Workload {
        nodes = List.copyOf(nodes);
        context = List.copyOf(context);
        pods = List.copyOf(pods);
    }
}
