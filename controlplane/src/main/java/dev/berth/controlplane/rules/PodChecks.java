package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the spec of a pod or of a pod template (upstream: `ValidatePodSpec`).
final class PodChecks {
    private static final String DEADLINE = "must be between 1 and 2147483647, inclusive";

    private final String at;
    private final Json.Obj spec;
    private final FieldErrors out;

    private PodChecks(String at, Json.Obj spec, FieldErrors out) {
        this.at = at;
        this.spec = spec;
        this.out = out;
    }

    /// @param at the path of the spec, such as `spec.template.spec`
    static void check(String at, Json.Obj spec, FieldErrors out) {
        new PodChecks(at, spec, out).all();
    }

    static void pod(Json.Obj pod, FieldErrors out) {
        Json.Obj spec = Path.of("spec").object(pod);
        check("spec", spec, out);
        PodChanges.images(spec, out);
        if (!items("schedulingGates", spec).isEmpty() && !text("nodeName", spec).isEmpty()) {
            out.forbidden(
                    "spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
    }

    private void all() {
        Set<String> volumes = PodVolumeChecks.check(at + ".volumes", items("volumes", spec), out);
        var containers = new ContainerChecks(at, spec, volumes, out);
        containers.all();
        resources(containers);
        containers.hostNetwork();
        out.oneOf(
                at + ".restartPolicy", text("restartPolicy", spec), "Always", "OnFailure", "Never");
        out.oneOf(
                at + ".dnsPolicy",
                text("dnsPolicy", spec),
                "ClusterFirstWithHostNet",
                "ClusterFirst",
                "Default",
                "None");
        out.labels(at + ".nodeSelector", Path.of("nodeSelector").object(spec));
        if (text("dnsPolicy", spec).equals("None") && !Path.of("dnsConfig").in(spec)) {
            out.required(at + ".dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
        }
        List<Json> servers = Path.of("dnsConfig", "nameservers").items(spec);
        AffinityChecks.check(at + ".affinity", Path.of("affinity").object(spec), out);
        for (int i = 0; i < servers.size(); i++) {
            ServiceRules.address(
                    at + ".dnsConfig.nameservers[" + i + "]",
                    servers.get(i) instanceof Json.Str(var server) ? server : "",
                    out);
        }
        gates();
        SpreadChecks.check(
                at + ".topologySpreadConstraints", items("topologySpreadConstraints", spec), out);
        claims();
        subdomain("serviceAccountName");
        subdomain("nodeName");
        deadline();
        name("hostname");
        name("subdomain");
        tolerations();
        subdomain("priorityClassName");
        subdomain("runtimeClassName");
        preemption();
        String os = Path.of("os", "name").text(spec);
        if (!os.isEmpty()) {
            out.oneOf(at + ".os", os, "linux", "windows");
        }
    }

    /// Validates the resources of the pod as a whole (upstream: `validatePodResources`).
    private void resources(ContainerChecks containers) {
        String field = at + ".resources";
        Json.Obj resources = Path.of("resources").object(spec);
        if (!Path.of("resources").in(spec)) {
            return;
        }
        if (Path.of("os", "name").text(spec).equals("windows")) {
            out.forbidden(field, "may not be set for a windows pod");
            return;
        }
        List<Json> claims = items("claims", resources);
        if (!claims.isEmpty()) {
            out.forbidden(field + ".claims", "claims may not be set for Resources at pod-level");
        }
        ResourceChecks.pod(field, resources, out);
        containers.claims(field + ".claims", claims);
        ResourceChecks.consistent(field, spec, out);
    }

    private void claims() {
        List<Json> claims = items("resourceClaims", spec);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            String field = at + ".resourceClaims[" + i + "]";
            String name = text("name", claims.get(i));
            if (name.isEmpty()) {
                out.required(field + ".name");
            } else if (!seen.add(name)) {
                out.duplicate(field + ".name", name);
            } else {
                out.label(field + ".name", name);
            }
            if (text("resourceClaimName", claims.get(i)).isEmpty()
                    && text("resourceClaimTemplateName", claims.get(i)).isEmpty()) {
                Json.Obj shown =
                        Json.Obj.of("Name", Json.of(name))
                                .with("ResourceClaimName", Json.Null.NULL)
                                .with("ResourceClaimTemplateName", Json.Null.NULL);
                out.invalid(
                        field,
                        shown,
                        "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
        }
    }

    private void deadline() {
        Path path = Path.of("activeDeadlineSeconds");
        path.find(spec)
                .ifPresent(value -> {
                    long seconds = path.number(spec, 0);
                    if (seconds < 1 || seconds > Integer.MAX_VALUE) {
                        out.invalid(at + ".activeDeadlineSeconds", value, DEADLINE);
                    }
                });
    }

    private void preemption() {
        String policy = text("preemptionPolicy", spec);
        if (!policy.isEmpty()) {
            out.oneOf(at + ".preemptionPolicy", policy, "PreemptLowerPriority", "Never");
        }
    }

    private void gates() {
        List<Json> gates = items("schedulingGates", spec);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < gates.size(); i++) {
            String field = at + ".schedulingGates[" + i + "]";
            String name = text("name", gates.get(i));
            out.qualified(field, name);
            if (!seen.add(name)) {
                out.duplicate(field, name);
            }
        }
    }

    private void subdomain(String name) {
        if (!text(name, spec).isEmpty()) {
            out.subdomain(at + "." + name, text(name, spec));
        }
    }

    private void name(String name) {
        if (!text(name, spec).isEmpty()) {
            out.label(at + "." + name, text(name, spec));
        }
    }

    private void tolerations() {
        List<Json> tolerations = items("tolerations", spec);
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(at + ".tolerations[" + i + "]", tolerations.get(i));
        }
    }

    private void toleration(String field, Json toleration) {
        String key = text("key", toleration);
        String operator = text("operator", toleration);
        String value = text("value", toleration);
        String effect = text("effect", toleration);
        if (!key.isEmpty()) {
            out.qualified(field + ".key", key);
        }
        if (key.isEmpty() && !operator.equals("Exists")) {
            out.invalid(
                    field + ".operator",
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values"
                            + " and all keys\"");
        }
        if (Path.of("tolerationSeconds").in(toleration) && !effect.equals("NoExecute")) {
            out.invalid(
                    field + ".effect",
                    effect,
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator) {
            case "Equal", "" -> out.labelValue(field + ".operator", value);
            case "Exists" -> {
                if (!value.isEmpty()) {
                    out.invalid(
                            field + ".operator",
                            value,
                            "value must be empty when `operator` is 'Exists'");
                }
            }
            default ->
                    out.add(
                            FieldError.unsupported(
                                    field + ".operator", operator, List.of("Equal", "Exists")));
        }
        if (!effect.isEmpty()) {
            effect(field + ".effect", effect, out);
        }
    }

    static void effect(String field, String effect, FieldErrors out) {
        out.oneOf(field, effect, "NoSchedule", "PreferNoSchedule", "NoExecute");
    }

    static String text(String name, Json object) {
        return Path.of(name).text(object);
    }

    static List<Json> items(String name, Json object) {
        return Path.of(name).items(object);
    }
}
