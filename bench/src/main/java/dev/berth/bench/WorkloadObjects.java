package dev.berth.bench;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.Affinity;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.Node;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The nodes and pods of several workloads, with upstream's sizes.
final class WorkloadObjects {

    /// The name of a node that accepts any number of pods without requests.
    static final String LARGE_NODE = "scheduler-perf-node";

    private WorkloadObjects() {}

    /// Nodes with 4 CPUs and 32Gi of memory. The zones alternate.
    static List<Node> nodes(int count, List<String> zones) {
        return nodes(
                count,
                i -> {
                    NodeBuilder node = node("node-" + i);
                    return zones.isEmpty() ? node : node.zone(zones.get(i % zones.size()));
                });
    }

    static List<Node> nodes(int count, IntFunction<NodeBuilder> shape) {
        return IntStream.range(0, count).mapToObj(i -> shape.apply(i).build()).toList();
    }

    static List<Node> largeNodes(int count) {
        return nodes(count, i -> node(i == 0 ? LARGE_NODE : LARGE_NODE + "-" + i).pods(90_000));
    }

    static Namespace namespace(String name) {
        return new Namespace(Meta.named("", name, name).withLabels(Labels.of("team", "devops")));
    }

    /// A pod without requests.
    static PodBuilder light() {
        return pod("light").image("registry.k8s.io/pause:3.10.1");
    }

    static PodBuilder defaults() {
        return asking("100m");
    }

    static PodBuilder asking(String cpu) {
        return light().cpu(cpu).memory("500Mi");
    }

    static Affinity onNodes(NodeSelectorTerm term) {
        return new Affinity(
                Optional.of(new NodeAffinity(Optional.of(List.of(term)), Optional.empty())),
                Optional.empty(),
                Optional.empty());
    }
}
