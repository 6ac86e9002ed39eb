package dev.berth.model;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.List;

/// Encodes the spec and status of pods.
final class PodEncoder {
    private PodEncoder() {}

    static Obj spec(PodSpec spec) {
        var out = Obj.builder();
        putTemplate(out, spec.template().parts());
        out.putUnlessEmpty("nodeName", spec.nodeName())
                .putUnlessEmpty("schedulerName", spec.schedulerName());
        if (spec.priority() != 0) {
            out.put("priority", spec.priority());
        }
        out.putUnlessEmpty("priorityClassName", spec.priorityClassName())
                .putUnlessEmpty("preemptionPolicy", spec.preemptionPolicy())
                .putUnlessEmpty(
                        "schedulingGates",
                        Encoder.list(spec.schedulingGates(), gate -> Obj.of("name", Json.of(gate))))
                .putUnlessEmpty("volumes", Encoder.list(spec.volumes(), PodEncoder::volume));
        if (!spec.schedulingGroup().isEmpty()) {
            out.put("schedulingGroup", Obj.of("podGroupName", Json.of(spec.schedulingGroup())));
        }
        return out.put("terminationGracePeriodSeconds", spec.terminationGraceSeconds()).build();
    }

    private static void putTemplate(ObjBuilder out, PodTemplate.Parts parts) {
        out.put("containers", Encoder.list(parts.containers(), PodEncoder::container))
                .putUnlessEmpty(
                        "initContainers",
                        Encoder.list(parts.initContainers(), PodEncoder::container))
                .putUnlessEmpty("overhead", Encoder.amounts(parts.overhead()))
                .putUnlessEmpty("resources", requests(parts.resources()));
        parts.nodeSelector().ifPresent(labels -> out.put("nodeSelector", Encoder.labels(labels)));
        out.putUnlessEmpty("affinity", SelectorEncoder.affinity(parts.affinity()))
                .putUnlessEmpty(
                        "tolerations", Encoder.list(parts.tolerations(), PodEncoder::toleration))
                .putUnlessEmpty(
                        "topologySpreadConstraints",
                        Encoder.list(parts.spread(), SelectorEncoder::spread))
                .putUnlessEmpty("resourceClaims", Encoder.list(parts.claims(), PodEncoder::claim));
        if (parts.hostNetwork()) {
            out.put("hostNetwork", true);
        }
        parts.hostUsers().ifPresent(users -> out.put("hostUsers", users));
    }

    private static Obj requests(ResourceList requests) {
        return Obj.builder().putUnlessEmpty("requests", Encoder.amounts(requests)).build();
    }

    private static Obj container(Container container) {
        var resources =
                Obj.builder()
                        .putUnlessEmpty("requests", Encoder.amounts(container.requests()))
                        .putUnlessEmpty("limits", Encoder.amounts(container.limits()));
        return Obj.builder()
                .put("name", container.name())
                .putUnlessEmpty("image", container.image())
                .putUnlessEmpty("resources", resources.build())
                .putUnlessEmpty("ports", Encoder.list(container.ports(), PodEncoder::port))
                .putUnlessEmpty("restartPolicy", container.restartable() ? "Always" : "")
                .putUnlessEmpty(
                        "restartPolicyRules",
                        Encoder.list(
                                container.restartActions(),
                                action -> Obj.of("action", Json.of(action))))
                .build();
    }

    private static Obj port(ContainerPort port) {
        var out = Obj.builder().putUnlessEmpty("hostIP", port.hostIp());
        if (port.hostPort() != 0) {
            out.put("hostPort", port.hostPort());
        }
        return out.putUnlessEmpty("protocol", port.protocol())
                .put("containerPort", port.containerPort())
                .build();
    }

    private static Obj toleration(Toleration toleration) {
        var out =
                Obj.builder()
                        .putUnlessEmpty("key", toleration.key())
                        .putUnlessEmpty("operator", toleration.operator())
                        .putUnlessEmpty("value", toleration.value())
                        .putUnlessEmpty("effect", toleration.effect());
        toleration.seconds().ifPresent(seconds -> out.put("tolerationSeconds", seconds));
        return out.build();
    }

    private static Obj claim(PodClaim claim) {
        return Obj.builder()
                .put("name", claim.name())
                .putUnlessEmpty("resourceClaimName", claim.claimName())
                .putUnlessEmpty("resourceClaimTemplateName", claim.templateName())
                .build();
    }

    private static Obj volume(Volume volume) {
        var out = Obj.builder().put("name", volume.name());
        return volume.source().isEmpty()
                ? out.build()
                : out.put(volume.source(), volume.detail()).build();
    }

    static Obj status(Pod pod) {
        PodStatus status = pod.status();
        var out =
                Obj.builder()
                        .putUnlessEmpty("phase", status.phase())
                        .putUnlessEmpty("nominatedNodeName", status.nominatedNodeName());
        Encoder.putTime(out, "startTime", status.startTime());
        out.putUnlessEmpty("conditions", Encoder.list(status.conditions(), Encoder::condition))
                .putUnlessEmpty("containerStatuses", statuses(pod, false))
                .putUnlessEmpty("initContainerStatuses", statuses(pod, true));
        status.resources().ifPresent(resources -> out.put("resources", requests(resources)));
        out.putUnlessEmpty("allocatedResources", Encoder.amounts(status.allocated()));
        out.putUnlessEmpty(
                "resourceClaimStatuses",
                Encoder.list(status.claimStatuses().generated(), PodEncoder::generatedClaim));
        status.claimStatuses()
                .extended()
                .ifPresent(claim -> out.put("extendedResourceClaimStatus", extendedClaim(claim)));
        return out.build();
    }

    private static Obj generatedClaim(PodClaimStatuses.Generated claim) {
        var out = Obj.builder().put("name", claim.name());
        claim.claimName().ifPresent(name -> out.put("resourceClaimName", name));
        return out.build();
    }

    /// The field `status.extendedResourceClaimStatus` of a pod.
    static Obj extendedClaim(PodClaimStatuses.Extended claim) {
        return Obj.builder()
                .put(
                        "requestMappings",
                        Encoder.list(
                                claim.mappings(),
                                each ->
                                        Obj.builder()
                                                .put("containerName", each.container())
                                                .put("resourceName", each.resource())
                                                .put("requestName", each.request())
                                                .build()))
                .put("resourceClaimName", claim.claimName())
                .build();
    }

    private static Arr statuses(Pod pod, boolean init) {
        List<ContainerStatus> chosen =
                pod.status().containers().stream()
                        .filter(status -> isInit(pod, status) == init)
                        .toList();
        return Encoder.list(chosen, PodEncoder::containerStatus);
    }

    private static boolean isInit(Pod pod, ContainerStatus status) {
        return pod.template().initContainers().stream()
                .anyMatch(container -> container.name().equals(status.name()));
    }

    private static Obj containerStatus(ContainerStatus status) {
        var out = Obj.builder().put("name", status.name());
        status.requests().ifPresent(resources -> out.put("resources", requests(resources)));
        status.allocated()
                .ifPresent(amounts -> out.put("allocatedResources", Encoder.amounts(amounts)));
        return out.build();
    }
}
