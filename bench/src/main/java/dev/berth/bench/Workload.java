package dev.berth.bench;

import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.List;
import java.util.function.IntFunction;

/// What is measured: nodes, pods that are there before, pods that are timed.
///
/// @param name kube-scheduler's own name for it in `scheduler_perf`
public record Workload(
        String name,
        String description,
        Size size,
        IntFunction<Node> node,
        IntFunction<Pod> initPod,
        IntFunction<Pod> measuredPod) {

    /// How much of each.
    public record Size(int nodes, int init, int pods) {}

    Workload sized(Size wanted) {
        return new Workload(name, description, wanted, node, initPod, measuredPod);
    }

    List<Node> nodes() {
        return make(size.nodes(), node);
    }

    List<Pod> initPods() {
        return make(size.init(), initPod);
    }

    List<Pod> measuredPods() {
        return make(size.pods(), measuredPod);
    }

    private static <T> List<T> make(int count, IntFunction<T> maker) {
        return java.util.stream.IntStream.range(0, count).mapToObj(maker).toList();
    }
}
