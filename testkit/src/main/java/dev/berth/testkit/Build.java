package dev.berth.testkit;

import dev.berth.model.Quantity;

import java.util.List;
import java.util.stream.IntStream;

/// Builders that read like manifests; import them statically.
///
/// ```java
/// node("n1").cpu("4").taint("gpu", "", NO_SCHEDULE)
/// pod("web").cpu("500m").priority(10)
/// ```
public final class Build {
    private Build() {}

    /// A node with 4 cpu, 32Gi of memory and room for 110 pods.
    public static NodeBuilder node(String name) {
        return new NodeBuilder(name);
    }

    /// Nodes `prefix-0` to `prefix-(count-1)`.
    public static List<NodeBuilder> nodes(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> node(prefix + "-" + i)).toList();
    }

    /// A pod in the namespace `default` that asks for nothing.
    public static PodBuilder pod(String name) {
        return new PodBuilder(name);
    }

    /// Pods `prefix-0` to `prefix-(count-1)`.
    public static List<PodBuilder> pods(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> pod(prefix + "-" + i)).toList();
    }

    static Quantity quantity(String text) {
        return Quantity.parse(text);
    }
}
