package dev.berth.model;

import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decodes the spec and status of pods.
final class PodDecoder {
    private PodDecoder() {}

    static PodTemplate template(Fields spec) {
        return new PodTemplate(
                new PodTemplate.Parts(
                        spec.list("containers", PodDecoder::container),
                        spec.list("initContainers", PodDecoder::container),
                        ResourceList.of(spec.quantities("overhead")),
                        ResourceList.of(spec.object("resources").quantities("requests")),
                        spec.has("nodeSelector")
                                ? Optional.of(Labels.of(spec.map("nodeSelector")))
                                : Optional.empty(),
                        spec.optional("affinity", SelectorDecoder::affinity).orElse(Affinity.NONE),
                        spec.list("tolerations", PodDecoder::toleration),
                        spec.list("topologySpreadConstraints", SelectorDecoder::spread),
                        imageVolumes(spec),
                        spec.list("resourceClaims", PodDecoder::claim),
                        spec.bool("hostNetwork", false),
                        spec.has("hostUsers")
                                ? Optional.of(spec.bool("hostUsers", true))
                                : Optional.empty()));
    }

    private static List<String> imageVolumes(Fields spec) {
        var references = new ArrayList<String>();
        for (Optional<String> reference :
                spec.list("volumes", volume -> volume.object("image").optionalText("reference"))) {
            reference.ifPresent(references::add);
        }
        return references;
    }

    private static Container container(Fields in) {
        Fields resources = in.object("resources");
        return new Container(
                in.text("name", ""),
                in.text("image", ""),
                ResourceList.of(resources.quantities("requests")),
                ResourceList.of(resources.quantities("limits")),
                in.list("ports", PodDecoder::port),
                in.text("restartPolicy", "").equals("Always"),
                in.list("restartPolicyRules", rule -> rule.text("action", "")));
    }

    private static ContainerPort port(Fields in) {
        return new ContainerPort(
                in.text("hostIP", ""),
                in.integer("hostPort", 0),
                in.text("protocol", ""),
                in.integer("containerPort", 0));
    }

    private static Toleration toleration(Fields in) {
        return new Toleration(
                in.text("key", ""),
                in.text("operator", ""),
                in.text("value", ""),
                in.text("effect", ""),
                in.has("tolerationSeconds")
                        ? Optional.of(in.longValue("tolerationSeconds"))
                        : Optional.empty());
    }

    private static PodClaim claim(Fields in) {
        return new PodClaim(
                in.text("name", ""),
                in.text("resourceClaimName", ""),
                in.text("resourceClaimTemplateName", ""));
    }

    static PodSpec spec(Fields in, PodTemplate template) {
        return new PodSpec(
                template,
                in.text("nodeName", ""),
                in.text("schedulerName", ""),
                in.integer("priority", 0),
                in.text("priorityClassName", ""),
                in.text("preemptionPolicy", ""),
                in.list("schedulingGates", gate -> gate.text("name", "")),
                in.list("volumes", PodDecoder::volume),
                in.object("schedulingGroup").text("podGroupName", ""),
                in.longValue("terminationGracePeriodSeconds", 30));
    }

    private static Volume volume(Fields in) {
        for (Map.Entry<String, Json> field : in.object().fields().entrySet()) {
            if (!field.getKey().equals("name") && field.getValue() instanceof Json.Obj detail) {
                return new Volume(in.text("name", ""), field.getKey(), detail);
            }
        }
        return new Volume(in.text("name", ""), "", Json.Obj.EMPTY);
    }

    static PodStatus status(Fields in) {
        if (in.object().fields().isEmpty()) {
            return PodStatus.NONE;
        }
        return new PodStatus(
                in.text("phase", ""),
                in.text("nominatedNodeName", ""),
                in.optionalInstant("startTime"),
                in.list("conditions", PodDecoder::condition),
                containerStatuses(in),
                in.optional(
                        "resources",
                        resources -> ResourceList.of(resources.quantities("requests"))),
                ResourceList.of(in.quantities("allocatedResources")),
                claimStatuses(in));
    }

    /// Only the container statuses with resources are kept.
    private static List<ContainerStatus> containerStatuses(Fields in) {
        if (!in.has("containerStatuses") && !in.has("initContainerStatuses")) {
            return List.of();
        }
        // Parity: findContainerStatus uses the first of several statuses with the same name, even
        // one without resources.
        var byName = new LinkedHashMap<String, ContainerStatus>();
        for (String field : List.of("containerStatuses", "initContainerStatuses")) {
            for (ContainerStatus status : in.list(field, PodDecoder::containerStatus)) {
                byName.putIfAbsent(status.name(), status);
            }
        }
        byName.values().removeIf(ContainerStatus::isEmpty);
        return List.copyOf(byName.values());
    }

    private static ContainerStatus containerStatus(Fields in) {
        return new ContainerStatus(
                in.text("name", ""),
                amounts(in.object("resources"), "requests"),
                amounts(in, "allocatedResources"));
    }

    private static Optional<ResourceList> amounts(Fields in, String field) {
        return in.has(field)
                ? Optional.of(ResourceList.of(in.quantities(field)))
                : Optional.empty();
    }

    static PodClaimStatuses claimStatuses(Fields in) {
        if (!in.has("resourceClaimStatuses") && !in.has("extendedResourceClaimStatus")) {
            return PodClaimStatuses.NONE;
        }
        return new PodClaimStatuses(
                in.list(
                        "resourceClaimStatuses",
                        each ->
                                new PodClaimStatuses.Generated(
                                        each.text("name", ""),
                                        each.optionalText("resourceClaimName"))),
                in.optional(
                        "extendedResourceClaimStatus",
                        each ->
                                new PodClaimStatuses.Extended(
                                        each.text("resourceClaimName", ""),
                                        each.list("requestMappings", PodDecoder::mapping))));
    }

    private static PodClaimStatuses.RequestMapping mapping(Fields in) {
        return new PodClaimStatuses.RequestMapping(
                in.text("containerName", ""),
                in.text("resourceName", ""),
                in.text("requestName", ""));
    }

    static Condition condition(Fields in) {
        return new Condition(
                in.text("type", ""),
                in.text("status", ""),
                in.text("reason", ""),
                in.text("message", ""),
                in.optionalInstant("lastTransitionTime"),
                in.longValue("observedGeneration", 0));
    }
}
