package dev.berth.it.simulation;

import dev.berth.model.json.Json;

/// Nodes and pods as JSON.
final class Objects {
    private Objects() {}

    static Json.Obj node(String name, int cpuMillis, int memoryMi, int pods) {
        return Json.Obj.builder()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("metadata", Json.Obj.of("name", Json.of(name)))
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

    static Json.Obj pod(
            String name, int cpuMillis, int memoryMi, int priority, boolean gated, int runSeconds) {
        var annotations = Json.Obj.builder();
        if (runSeconds > 0) {
            annotations.put("berth.dev/run-seconds", Integer.toString(runSeconds));
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
                        .put("priority", priority)
                        .put("terminationGracePeriodSeconds", 2)
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
        if (gated) {
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
                                .build())
                .put("spec", spec.build())
                .build();
    }
}
