package dev.berth.engine.simulation;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Nodes and pods as JSON.
final class GeneratedObjects {
    private GeneratedObjects() {}

    static Json.Obj node(String name, int cpuMillis, int memoryMi, int pods) {
        return Json.Obj.builder()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put(
                        "metadata",
                        Json.Obj.EMPTY
                                .with("name", name)
                                .with(
                                        "labels",
                                        Json.Obj.EMPTY.with("kubernetes.io/hostname", name)))
                .put("status", Json.Obj.of("allocatable", allocatable(cpuMillis, memoryMi, pods)))
                .build();
    }

    static Json.Obj allocatable(int cpuMillis, int memoryMi, int pods) {
        return Json.Obj.builder()
                .put("cpu", cpuMillis + "m")
                .put("memory", memoryMi + "Mi")
                .put("pods", Integer.toString(pods))
                .build();
    }

    /// What is random about a pod besides its name and what it asks for.
    ///
    /// @param color a label; empty for none
    /// @param graceSeconds how long it takes to end when it is deleted
    /// @param runSeconds after which it ends by itself; 0 for never
    record Traits(
            int priority,
            boolean gated,
            boolean neverPreempts,
            String color,
            int graceSeconds,
            int runSeconds) {
        static final Traits NONE = new Traits(0, false, false, "", 2, 0);
    }

    /// A budget for the pods of one color.
    static Json.Obj budget(String color, int allowed) {
        return Json.Obj.builder()
                .put("apiVersion", "policy/v1")
                .put("kind", "PodDisruptionBudget")
                .put(
                        "metadata",
                        Json.Obj.builder().put("name", color).put("namespace", "default").build())
                .put(
                        "spec",
                        Json.Obj.of(
                                "selector",
                                Json.Obj.of("matchLabels", Json.Obj.of("color", Json.of(color)))))
                .put("status", Json.Obj.of("disruptionsAllowed", Json.of(allowed)))
                .build();
    }

    /// The pod with these volumes and claims.
    static Json.Obj with(Json.Obj pod, List<Json> volumes, List<Json> claims) {
        Json.Obj with =
                volumes.isEmpty()
                        ? pod
                        : Path.of("spec", "volumes").set(pod, new Json.Arr(volumes));
        return claims.isEmpty()
                ? with
                : Path.of("spec", "resourceClaims").set(with, new Json.Arr(claims));
    }

    static Json.Obj pod(String name, int cpuMillis, int memoryMi, Traits traits) {
        var annotations = Json.Obj.builder();
        if (traits.runSeconds() > 0) {
            annotations.put("berth.dev/run-seconds", Integer.toString(traits.runSeconds()));
        }
        var labels = Json.Obj.builder();
        if (!traits.color().isEmpty()) {
            labels.put("color", traits.color());
        }
        var requests = Json.Obj.builder();
        if (cpuMillis > 0) {
            requests.put("cpu", cpuMillis + "m");
        }
        if (memoryMi > 0) {
            requests.put("memory", memoryMi + "Mi");
        }
        var spec =
                Json.Obj.builder()
                        .put("priority", traits.priority())
                        .put("terminationGracePeriodSeconds", traits.graceSeconds())
                        .put(
                                "containers",
                                Json.arr(
                                        Json.Obj.builder()
                                                .put("name", "main")
                                                .put("image", "app")
                                                .put(
                                                        "resources",
                                                        Json.Obj.of("requests", requests.build()))
                                                .build()));
        if (traits.neverPreempts()) {
            spec.put("preemptionPolicy", "Never");
        }
        if (traits.gated()) {
            spec.put("schedulingGates", Json.arr(Json.Obj.of("name", Json.of("example.com/wait"))));
        }
        return Json.Obj.builder()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put(
                        "metadata",
                        Json.Obj.builder()
                                .put("name", name)
                                .put("namespace", "default")
                                .put("annotations", annotations.build())
                                .putUnlessEmpty("labels", labels.build())
                                .build())
                .put("spec", spec.build())
                .build();
    }
}
