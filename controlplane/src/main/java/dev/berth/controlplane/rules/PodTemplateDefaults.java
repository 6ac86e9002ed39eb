package dev.berth.controlplane.rules;

import static dev.berth.controlplane.rules.TreeDefaults.at;
import static dev.berth.controlplane.rules.TreeDefaults.each;
import static dev.berth.controlplane.rules.TreeDefaults.unset;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// What pods and templates of pods are given where their author said nothing.
final class PodTemplateDefaults {
    private static final Path SPEC = Path.of("spec");
    private static final Path CONTAINERS = Path.of("containers");
    private static final Path INIT_CONTAINERS = Path.of("initContainers");
    private static final Path AFFINITY = Path.of("affinity");
    private static final int FILE_MODE = 0644;

    private PodTemplateDefaults() {}

    /// A pod of its own, beyond what every scene gives it.
    static Json.Obj pod(Json.Obj pod) {
        Json.Obj tree = at(pod, SPEC, PodTemplateDefaults::spec);
        tree = at(tree, SPEC, it -> unset(it, "enableServiceLinks", true));
        String account = Path.of("spec", "serviceAccountName").text(tree);
        String named = account.isEmpty() ? "default" : account;
        tree =
                at(
                        tree,
                        SPEC,
                        it -> it.with("serviceAccountName", named).with("serviceAccount", named));
        // Parity: there is no time less than none.
        if (Path.of("spec", "terminationGracePeriodSeconds").number(tree, 0) < 0) {
            tree = Path.of("spec", "terminationGracePeriodSeconds").set(tree, 1);
        }
        Json.Obj labels = Path.of("metadata", "labels").object(tree);
        tree = at(tree, SPEC, it -> keyed(it, labels));
        return Path.of("status", "qosClass").setIfAbsent(tree, qosClass(SPEC.object(tree)));
    }

    /// The spec of a pod or of a template.
    static Json.Obj spec(Json.Obj spec) {
        Json.Obj tree = each(spec, CONTAINERS, PodTemplateDefaults::container);
        tree = each(tree, INIT_CONTAINERS, PodTemplateDefaults::container);
        tree = each(tree, Path.of("volumes"), PodTemplateDefaults::volume);
        tree = unset(tree, "restartPolicy", "Always");
        tree = unset(tree, "terminationGracePeriodSeconds", 30);
        tree = unset(tree, "dnsPolicy", "ClusterFirst");
        tree = unset(tree, "securityContext", Json.Obj.EMPTY);
        tree = unset(tree, "schedulerName", "default-scheduler");
        String account = Path.of("serviceAccountName").text(tree);
        return account.isEmpty() ? tree : tree.with("serviceAccount", account);
    }

    private static Json.Obj container(Json.Obj container) {
        Json.Obj tree = unset(container, "terminationMessagePath", "/dev/termination-log");
        tree = unset(tree, "terminationMessagePolicy", "File");
        tree = unset(tree, "imagePullPolicy", pullPolicy(Path.of("image").text(tree)));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            tree = at(tree, Path.of(probe), PodTemplateDefaults::probe);
        }
        for (String handler : List.of("postStart", "preStop")) {
            tree = at(tree, Path.of("lifecycle", handler, "httpGet"), PodTemplateDefaults::httpGet);
        }
        return each(
                tree,
                Path.of("env"),
                env ->
                        at(
                                env,
                                Path.of("valueFrom", "fieldRef"),
                                it -> unset(it, "apiVersion", "v1")));
    }

    private static String pullPolicy(String image) {
        if (!image.strip().equals(image)) {
            return "IfNotPresent";
        }
        int digest = image.indexOf('@');
        String named = digest < 0 ? image : image.substring(0, digest);
        int colon = named.indexOf(':', named.lastIndexOf('/') + 1);
        String tag = colon < 0 ? "" : named.substring(colon + 1);
        boolean latest = tag.equals("latest") || tag.isEmpty() && digest < 0;
        return latest ? "Always" : "IfNotPresent";
    }

    private static Json.Obj probe(Json.Obj probe) {
        Json.Obj tree = positive(probe, "timeoutSeconds", 1);
        tree = positive(tree, "periodSeconds", 10);
        tree = positive(tree, "successThreshold", 1);
        tree = positive(tree, "failureThreshold", 3);
        tree = at(tree, Path.of("grpc"), it -> unset(it, "service", ""));
        return at(tree, Path.of("httpGet"), PodTemplateDefaults::httpGet);
    }

    private static Json.Obj positive(Json.Obj tree, String name, long value) {
        return Path.of(name).number(tree, 0) == 0 ? tree.with(name, value) : tree;
    }

    private static Json.Obj httpGet(Json.Obj get) {
        return unset(unset(get, "path", "/"), "scheme", "HTTP");
    }

    private static Json.Obj volume(Json.Obj volume) {
        if (volume.without("name").fields().isEmpty()) {
            return volume.with("emptyDir", Json.Obj.EMPTY);
        }
        Json.Obj tree = volume;
        for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            tree = at(tree, Path.of(source), it -> unset(it, "defaultMode", FILE_MODE));
        }
        tree = each(tree, Path.of("downwardAPI", "items"), PodTemplateDefaults::file);
        tree =
                each(
                        tree,
                        Path.of("projected", "sources"),
                        it -> {
                            Json.Obj source =
                                    each(
                                            it,
                                            Path.of("downwardAPI", "items"),
                                            PodTemplateDefaults::file);
                            return at(
                                    source,
                                    Path.of("serviceAccountToken"),
                                    token -> unset(token, "expirationSeconds", 3_600));
                        });
        tree = at(tree, Path.of("hostPath"), it -> unset(it, "type", ""));
        return at(
                tree,
                Path.of("ephemeral", "volumeClaimTemplate", "spec"),
                it -> unset(it, "volumeMode", "Filesystem"));
    }

    private static Json.Obj file(Json.Obj file) {
        return at(file, Path.of("fieldRef"), it -> unset(it, "apiVersion", "v1"));
    }

    /// Selectors that take the pod's own values of some labels have them written in.
    private static Json.Obj keyed(Json.Obj spec, Json.Obj labels) {
        Json.Obj tree =
                each(
                        spec,
                        Path.of("topologySpreadConstraints"),
                        it -> withKeys(it, labels, "matchLabelKeys", "In"));
        if (!AFFINITY.in(tree)) {
            return tree;
        }
        for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
            Path required =
                    AFFINITY.then(affinity).then("requiredDuringSchedulingIgnoredDuringExecution");
            Path preferred =
                    AFFINITY.then(affinity).then("preferredDuringSchedulingIgnoredDuringExecution");
            tree = each(tree, required, it -> term(it, labels));
            tree =
                    each(
                            tree,
                            preferred,
                            it -> at(it, Path.of("podAffinityTerm"), term -> term(term, labels)));
        }
        return tree;
    }

    private static Json.Obj term(Json.Obj term, Json.Obj labels) {
        return withKeys(
                withKeys(term, labels, "matchLabelKeys", "In"),
                labels,
                "mismatchLabelKeys",
                "NotIn");
    }

    private static Json.Obj withKeys(
            Json.Obj holder, Json.Obj labels, String keys, String operator) {
        List<Json> wanted = Path.of(keys).items(holder);
        if (wanted.isEmpty() || !Path.of("labelSelector").in(holder)) {
            return holder;
        }
        Path expressions = Path.of("labelSelector", "matchExpressions");
        var all = new ArrayList<>(expressions.items(holder));
        for (Json key : wanted) {
            Json value = key instanceof Json.Str(var name) ? labels.fields().get(name) : null;
            if (value != null) {
                all.add(
                        Json.Obj.EMPTY
                                .with("key", key)
                                .with("operator", operator)
                                .with("values", Json.arr(value)));
            }
        }
        return all.isEmpty() ? holder : expressions.set(holder, new Json.Arr(all));
    }

    /// How a pod's requests and limits go together, in Kubernetes' words.
    static String qosClass(Json.Obj spec) {
        var all = new ArrayList<>(CONTAINERS.items(spec));
        all.addAll(INIT_CONTAINERS.items(spec));
        boolean none = true;
        boolean exact = true;
        for (Json container : all) {
            for (String resource : List.of("cpu", "memory")) {
                String request = amount(container, "requests", resource);
                String limit = amount(container, "limits", resource);
                none &= request.isEmpty() && limit.isEmpty();
                exact &= !limit.isEmpty() && (request.isEmpty() || request.equals(limit));
            }
        }
        return none ? "BestEffort" : exact ? "Guaranteed" : "Burstable";
    }

    private static String amount(Json container, String list, String resource) {
        String text = Path.of("resources", list, resource).text(container);
        return text.isEmpty() || Quantity.parse(text).equals(Quantity.parse("0")) ? "" : text;
    }
}
