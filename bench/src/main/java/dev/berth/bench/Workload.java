package dev.berth.bench;

import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What is measured: nodes, pods that are there before, pods that are timed.
///
/// @param name kube-scheduler's own name for it in `scheduler_perf`
/// @param objects what else there is
/// @param init pods that are scheduled first, each kind as often as the size says
/// @param measured pods that are timed
public record Workload(
        String name,
        String description,
        Size size,
        List<KubeObject> objects,
        IntFunction<Node> node,
        List<Copies> init,
        Copies measured) {

    /// How much of each.
    public record Size(int nodes, int init, int pods) {}

    /// Pods of one shape, in a namespace by number.
    record Copies(Pod template, IntFunction<String> namespace) {
        Pod make(String prefix, int number) {
            String space = namespace.apply(number);
            String name = prefix + "-" + number;
            Meta like = template.meta();
            return new Pod(
                    Meta.named(space, name, space + "/" + name).withLabels(like.labels()),
                    template.spec(),
                    template.status());
        }
    }

    Workload sized(Size wanted) {
        return new Workload(name, description, wanted, objects, node, init, measured);
    }

    List<Node> nodes() {
        return IntStream.range(0, size.nodes()).mapToObj(node).toList();
    }

    List<Pod> initPods() {
        return IntStream.range(0, init.size())
                .boxed()
                .flatMap(kind -> copies(init.get(kind), size.init(), "init-" + kind))
                .toList();
    }

    List<Pod> measuredPods() {
        return copies(measured, size.pods(), "measured").toList();
    }

    private static Stream<Pod> copies(Copies copies, int count, String prefix) {
        return IntStream.range(0, count).mapToObj(i -> copies.make(prefix, i));
    }
}
