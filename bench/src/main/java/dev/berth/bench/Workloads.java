package dev.berth.bench;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.Meta;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The workloads by name.
final class Workloads {
    private Workloads() {}

    static List<Workload> all() {
        return List.of(schedulingBasic());
    }

    static Optional<Workload> named(String name) {
        return all().stream().filter(workload -> workload.name().equals(name)).findFirst();
    }

    /// Pods of one plain shape on plain nodes.
    private static Workload schedulingBasic() {
        Pod plain =
                pod("plain")
                        .cpu("100m")
                        .memory("500Mi")
                        .image("registry.k8s.io/pause:3.10.1")
                        .build();
        return new Workload(
                "SchedulingBasic",
                "pods that ask for 100m cpu and 500Mi of memory, on nodes of 4 cpu and 32Gi",
                new Workload.Size(5_000, 1_000, 10_000),
                i -> node("node-" + i).cpu("4").memory("32Gi").pods(110).build(),
                copies(plain, "init"),
                copies(plain, "measured"));
    }

    private static IntFunction<Pod> copies(Pod template, String prefix) {
        return i -> {
            String name = prefix + "-" + i;
            return new Pod(
                    Meta.named("default", name, "default/" + name),
                    template.spec(),
                    template.status());
        };
    }
}
