package dev.berth.sim.workload;

import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// The nodes and pods of a trace of a GPU cluster. Claims of the pods share the GPUs of the nodes.
public record GpuTrace(List<TraceNode> nodes, List<TracePod> pods) {
    /// A node of the trace.
    ///
    /// @param model the model of its GPUs; empty without GPUs
    public record TraceNode(String name, int cpuMillis, long memoryMib, int gpus, String model) {}

    /// A pod of the trace.
    ///
    /// @param share the part of each GPU, in thousandths
    /// @param models the accepted models of GPUs; all if empty
    public record TracePod(
            String name, int cpuMillis, long memoryMib, int gpus, int share, List<String> models) {
        public TracePod {
            models = List.copyOf(models);
        }
    }

    public GpuTrace {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
    }

    /// The objects of the trace: nodes, claim templates, and pods in the order of the trace.
    public GeneratedWorkload workload() {
        var machines = new ArrayList<Json.Obj>(nodes.size());
        for (TraceNode node : nodes) {
            String type = node.gpus() == 0 ? "cpu" : node.model();
            Json.Obj machine =
                    new GeneratedNode(type, node.cpuMillis(), node.memoryMib(), machines.size())
                            .node(node.name());
            machines.add(
                    node.gpus() == 0
                            ? machine
                            : new NodeGpus(node.gpus(), GpuModel.named(node.model()), true)
                                    .describe(machine));
        }
        var gpuPods = new GpuPods(true);
        var created = new ArrayList<Json.Obj>(pods.size());
        for (TracePod pod : pods) {
            created.add(
                    gpuPods.pod(
                            pod.name(),
                            pod.cpuMillis(),
                            pod.memoryMib(),
                            new GpuPods.Demand(pod.gpus(), pod.share(), pod.models())));
        }
        return new GeneratedWorkload(machines, gpuPods.templates(), created);
    }
}
