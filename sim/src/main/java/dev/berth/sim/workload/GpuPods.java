package dev.berth.sim.workload;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Generates pods that use GPUs, and the claim templates of these pods: one template for each
/// distinct demand.
final class GpuPods {
    private static final String NAMESPACE = "default";
    private static final String CLAIM = "gpus";

    /// The GPUs that a pod uses.
    ///
    /// @param count the number of devices
    /// @param share the part of each device, in thousandths
    /// @param models the accepted models; all models if empty
    record Demand(int count, int share, List<String> models) {
        Demand {
            models = List.copyOf(models);
        }

        String template() {
            String part = share == NodeGpus.WHOLE ? "" : "-" + share + "m";
            String kind =
                    models.isEmpty()
                            ? ""
                            : models.stream()
                                    .map(it -> "-" + it.toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining());
            return "gpu-" + count + part + kind;
        }
    }

    private final boolean shared;
    private final Map<Demand, Json.Obj> templates = new LinkedHashMap<>();

    /// @param shared whether the GPUs of the nodes can be shared
    GpuPods(boolean shared) {
        this.shared = shared;
    }

    /// The claim templates of all pods so far.
    List<Json.Obj> templates() {
        return List.copyOf(templates.values());
    }

    /// A pod. Without a demand, it uses no GPU.
    Json.Obj pod(String name, int cpuMillis, long memoryMib, Demand demand) {
        Json.Obj requests =
                Json.Obj.EMPTY.with("cpu", cpuMillis + "m").with("memory", memoryMib + "Mi");
        boolean gpus = demand.count() > 0;
        Json.Obj resources = Json.Obj.of("requests", requests);
        Json.Obj container =
                Json.Obj.EMPTY
                        .with("name", "main")
                        .with("image", "trainer:1.0")
                        .with(
                                "resources",
                                gpus
                                        ? resources.with(
                                                "claims",
                                                Json.arr(Json.Obj.of("name", Json.of(CLAIM))))
                                        : resources);
        Json.Obj spec =
                Json.Obj.EMPTY
                        .with("containers", Json.arr(container))
                        .with("restartPolicy", "Never")
                        .with("schedulerName", "default-scheduler")
                        .with("terminationGracePeriodSeconds", 30);
        return ObjectTemplates.named(Kind.POD, NAMESPACE, name)
                .with("spec", gpus ? spec.with("resourceClaims", claims(demand)) : spec);
    }

    private Json.Arr claims(Demand demand) {
        templates.computeIfAbsent(demand, this::template);
        return Json.arr(
                Json.Obj.EMPTY
                        .with("name", CLAIM)
                        .with("resourceClaimTemplateName", demand.template()));
    }

    private Json.Obj template(Demand demand) {
        Json.Obj exactly = Json.Obj.of("deviceClassName", Json.of(NodeGpus.DRIVER));
        if (!demand.models().isEmpty()) {
            exactly = exactly.with("selectors", Json.arr(models(demand.models())));
        }
        exactly = exactly.with("allocationMode", "ExactCount").with("count", demand.count());
        if (shared) {
            exactly =
                    exactly.with(
                            "capacity",
                            Json.Obj.of(
                                    "requests",
                                    Json.Obj.of(
                                            NodeGpus.SHARE,
                                            Json.of(Integer.toString(demand.share())))));
        }
        Json.Obj request = Json.Obj.EMPTY.with("name", "gpu").with("exactly", exactly);
        Json.Obj devices = Json.Obj.of("requests", Json.arr(request));
        return ObjectTemplates.named(Kind.RESOURCE_CLAIM_TEMPLATE, NAMESPACE, demand.template())
                .with("spec", Json.Obj.of("spec", Json.Obj.of("devices", devices)));
    }

    private static Json.Obj models(List<String> models) {
        String list = models.stream().map(it -> "\"" + it + "\"").collect(Collectors.joining(", "));
        String expression =
                "device.attributes[\"%s\"].model in [%s]".formatted(NodeGpus.DRIVER, list);
        return Json.Obj.of("cel", Json.Obj.of("expression", Json.of(expression)));
    }
}
