package dev.berth.controlplane.defaults;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.each;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// The defaults of pods and of pod templates (upstream: `SetDefaults_Pod`, `SetDefaults_PodSpec`).
public final class PodDefaults {
    private static final Path SPEC = Path.of("spec");
    private static final Path CONTAINERS = Path.of("containers");
    private static final Path INIT_CONTAINERS = Path.of("initContainers");
    private static final Path AFFINITY = Path.of("affinity");
    private static final Path HOST_NETWORK = SPEC.then("hostNetwork");
    private static final Path GRACE = SPEC.then("terminationGracePeriodSeconds");
    private static final Path PHASE = Path.of("status", "phase");
    private static final Path TOLERATIONS = SPEC.then("tolerations");
    private static final Path REQUESTS = Path.of("resources", "requests");
    private static final Path LIMITS = Path.of("resources", "limits");
    private static final Path PORTS = Path.of("ports");
    private static final Path ACCOUNT = Path.of("serviceAccountName");
    private static final Path OLD_ACCOUNT = Path.of("serviceAccount");
    private static final String SCHEDULER_NAME = "schedulerName";
    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    private static final String RESTART_POLICY = "restartPolicy";
    private static final String DEFAULT_RESTART_POLICY = "Always";
    private static final String GRACE_PERIOD = "terminationGracePeriodSeconds";
    private static final long DEFAULT_GRACE_SECONDS = 30;
    private static final String NO_EXECUTE = "NoExecute";
    private static final int FILE_MODE = 0644;

    /// The tolerations that the `DefaultTolerationSeconds` admission plugin adds to every pod.
    private static final List<Json.Obj> DEFAULT_TOLERATIONS =
            List.of(
                    tolerated("node.kubernetes.io/not-ready"),
                    tolerated("node.kubernetes.io/unreachable"));

    private PodDefaults() {}

    /// Adds the defaults that a scheduler reads. The store adds them to every new pod. Commands
    /// that read manifests without an API server use this method too.
    public static Json.Obj forScheduling(Json.Obj pod) {
        boolean hostNetwork = HOST_NETWORK.find(pod).filter(Json.of(true)::equals).isPresent();
        Json.Obj spec = setIfAbsent(SPEC.object(pod), SCHEDULER_NAME, DEFAULT_SCHEDULER);
        spec = setIfAbsent(spec, RESTART_POLICY, DEFAULT_RESTART_POLICY);
        spec = setIfAbsent(spec, GRACE_PERIOD, DEFAULT_GRACE_SECONDS);
        spec = each(spec, CONTAINERS, it -> container(it, hostNetwork));
        spec = each(spec, INIT_CONTAINERS, it -> container(it, hostNetwork));
        Json.Obj tree = SPEC.set(pod, PodLevelResources.complete(spec));
        return PHASE.setIfAbsent(tolerations(tree), "Pending");
    }

    private static Json.Obj tolerated(String taint) {
        return Json.Obj.EMPTY
                .with("key", taint)
                .with("operator", "Exists")
                .with("effect", NO_EXECUTE)
                .with("tolerationSeconds", 300);
    }

    /// Adds the tolerations of the `DefaultTolerationSeconds` admission plugin.
    public static Json.Obj tolerations(Json.Obj pod) {
        List<Json> given = TOLERATIONS.items(pod);
        var all = new ArrayList<>(given);
        for (Json.Obj defaultValue : DEFAULT_TOLERATIONS) {
            if (given.stream().noneMatch(each -> covers(each, defaultValue))) {
                all.add(defaultValue);
            }
        }
        return all.equals(given) ? pod : TOLERATIONS.set(pod, new Json.Arr(all));
    }

    private static boolean covers(Json given, Json.Obj defaultValue) {
        String key = Path.of("key").text(given);
        String effect = Path.of("effect").text(given);
        return (key.isEmpty() || key.equals(Path.of("key").text(defaultValue)))
                && (effect.isEmpty() || effect.equals(NO_EXECUTE));
    }

    private static Json.Obj container(Json.Obj container, boolean hostNetwork) {
        return each(requests(container), PORTS, port -> port(port, hostNetwork));
    }

    /// Sets each request that is absent to the limit.
    private static Json.Obj requests(Json.Obj container) {
        Json.Obj tree = container;
        for (var limit : LIMITS.object(container).fields().entrySet()) {
            tree = REQUESTS.then(limit.getKey()).setIfAbsent(tree, limit.getValue());
        }
        return tree;
    }

    /// In a pod with `hostNetwork`, every container port is also a host port.
    private static Json.Obj port(Json.Obj port, boolean hostNetwork) {
        Json.Obj tree = Path.of("protocol").setIfAbsent(port, "TCP");
        Json number = port.fields().get("containerPort");
        return hostNetwork && number != null ? Path.of("hostPort").setIfAbsent(tree, number) : tree;
    }

    /// Adds the defaults that no scheduler reads.
    public static Json.Obj forApi(Json.Obj pod) {
        Json.Obj tree = at(pod, SPEC, PodDefaults::spec);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "enableServiceLinks", true));
        if (ACCOUNT.text(SPEC.object(tree)).isEmpty()) {
            tree = at(tree, SPEC, it -> account(it, "default"));
        }
        // Parity: the API server replaces a negative grace period by one second.
        if (GRACE.number(tree, 0) < 0) {
            tree = GRACE.set(tree, 1);
        }
        Json.Obj labels = Path.of("metadata", "labels").object(tree);
        tree = at(tree, SPEC, it -> keyed(it, labels));
        return Path.of("status", "qosClass")
                .setIfAbsent(tree, PodLevelResources.qosClass(SPEC.object(tree)));
    }

    /// Adds the defaults of a pod spec, also in pod templates.
    public static Json.Obj spec(Json.Obj spec) {
        Json.Obj tree = each(spec, CONTAINERS, PodDefaults::container);
        tree = each(tree, INIT_CONTAINERS, PodDefaults::container);
        tree = each(tree, Path.of("volumes"), PodDefaults::volume);
        tree = setIfAbsent(tree, RESTART_POLICY, DEFAULT_RESTART_POLICY);
        tree = setIfAbsent(tree, GRACE_PERIOD, DEFAULT_GRACE_SECONDS);
        tree = setIfAbsent(tree, "dnsPolicy", "ClusterFirst");
        tree = setIfAbsent(tree, "securityContext", Json.Obj.EMPTY);
        tree = setIfAbsent(tree, SCHEDULER_NAME, DEFAULT_SCHEDULER);
        String account = ACCOUNT.text(tree);
        String named = account.isEmpty() ? OLD_ACCOUNT.text(tree) : account;
        return named.isEmpty() ? tree : account(tree, named);
    }

    private static Json.Obj account(Json.Obj spec, String name) {
        return OLD_ACCOUNT.set(ACCOUNT.set(spec, name), name);
    }

    private static Json.Obj container(Json.Obj container) {
        Json.Obj tree = setIfAbsent(container, "terminationMessagePath", "/dev/termination-log");
        tree = setIfAbsent(tree, "terminationMessagePolicy", "File");
        tree = setIfAbsent(tree, "imagePullPolicy", pullPolicy(Path.of("image").text(tree)));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            tree = at(tree, Path.of(probe), PodDefaults::probe);
        }
        for (String handler : List.of("postStart", "preStop")) {
            tree = at(tree, Path.of("lifecycle", handler, "httpGet"), PodDefaults::httpGet);
        }
        return each(
                tree,
                Path.of("env"),
                env ->
                        at(
                                env,
                                Path.of("valueFrom", "fieldRef"),
                                it -> setIfAbsent(it, "apiVersion", "v1")));
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
        tree = at(tree, Path.of("grpc"), it -> setIfAbsent(it, "service", ""));
        return at(tree, Path.of("httpGet"), PodDefaults::httpGet);
    }

    private static Json.Obj positive(Json.Obj tree, String name, long value) {
        return Path.of(name).number(tree, 0) == 0 ? tree.with(name, value) : tree;
    }

    private static Json.Obj httpGet(Json.Obj get) {
        return setIfAbsent(setIfAbsent(get, "path", "/"), "scheme", "HTTP");
    }

    private static Json.Obj volume(Json.Obj volume) {
        if (volume.without("name").fields().isEmpty()) {
            return volume.with("emptyDir", Json.Obj.EMPTY);
        }
        Json.Obj tree = volume;
        for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            tree = at(tree, Path.of(source), it -> setIfAbsent(it, "defaultMode", FILE_MODE));
        }
        tree = each(tree, Path.of("downwardAPI", "items"), PodDefaults::file);
        tree =
                each(
                        tree,
                        Path.of("projected", "sources"),
                        it -> {
                            Json.Obj source =
                                    each(it, Path.of("downwardAPI", "items"), PodDefaults::file);
                            return at(
                                    source,
                                    Path.of("serviceAccountToken"),
                                    token -> setIfAbsent(token, "expirationSeconds", 3_600));
                        });
        tree = at(tree, Path.of("hostPath"), it -> setIfAbsent(it, "type", ""));
        return at(
                tree,
                Path.of("ephemeral", "volumeClaimTemplate", "spec"),
                it -> setIfAbsent(it, "volumeMode", "Filesystem"));
    }

    private static Json.Obj file(Json.Obj file) {
        return at(file, Path.of("fieldRef"), it -> setIfAbsent(it, "apiVersion", "v1"));
    }

    /// Adds the values of `matchLabelKeys` and `mismatchLabelKeys` to the label selectors.
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
}
