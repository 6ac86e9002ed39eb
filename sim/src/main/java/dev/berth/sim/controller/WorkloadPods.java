package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The pods that the workloads of a cluster lack, as their controllers would create them. It needs
/// no cluster and changes nothing.
///
/// Existing pods count for the workload that controls them, so that a snapshot with deployments,
/// replica sets and pods gets no pod twice. A name ends with a number instead of random letters.
public final class WorkloadPods {
    private static final Kind DEPLOYMENT = DeploymentController.DEPLOYMENT;
    private static final Kind DAEMON_SET = DaemonSetController.DAEMON_SET;
    private static final Kind JOB = JobController.JOB;
    private static final Path API_VERSION = Path.of("apiVersion");
    private static final Path KIND = Path.of("kind");
    private static final Path UID = Path.of("metadata", "uid");
    private static final Path NAMESPACE = Path.of("metadata", "namespace");
    private static final Path GENERATE_NAME = Path.of("metadata", "generateName");
    private static final Path TEMPLATE_LABELS =
            ControllerFields.TEMPLATE.then("metadata").then("labels");
    private static final Path CLAIMS = ControllerFields.SPEC.then("volumeClaimTemplates");
    private static final Path VOLUMES = ControllerFields.SPEC.then("volumes");
    private static final Path FIRST_ORDINAL = ControllerFields.SPEC.then("ordinals").then("start");

    private final Map<String, List<Json.Obj>> controlled = new HashMap<>();
    private final Set<String> existing = new HashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Decoder decoder = new Decoder();

    /// An object that a workload lacks.
    ///
    /// @param workload the object that the user has defined
    public record Missing(Json.Obj workload, Json.Obj object) {}

    private WorkloadPods(List<Json.Obj> objects) {
        for (Json.Obj object : objects) {
            existing.add(key(KIND.text(object), namespace(object), name(object)));
            owner(object)
                    .ifPresent(owner ->
                            controlled
                                    .computeIfAbsent(
                                            key(
                                                    KIND.text(owner),
                                                    namespace(object),
                                                    Path.of("name").text(owner)),
                                            _ -> new ArrayList<>())
                                    .add(object));
            if (isOf(Kind.NODE, object)) {
                nodes.add(decoder.node(object));
            }
        }
    }

    /// Whether the kind is a workload that [#missing] expands.
    public static boolean expands(String apiVersion, String kind) {
        return Stream.of(
                        DEPLOYMENT,
                        Kind.REPLICA_SET,
                        Kind.REPLICATION_CONTROLLER,
                        Kind.STATEFUL_SET,
                        DAEMON_SET,
                        JOB)
                .anyMatch(each -> each.name().equals(kind) && each.apiVersion().equals(apiVersion));
    }

    /// The missing pods, and the objects that these pods refer to: the replica sets of deployments,
    /// and the claims of stateful sets.
    ///
    /// @param objects all objects of the cluster, in a form that can be decoded
    public static List<Missing> missing(List<Json.Obj> objects) {
        var pods = new WorkloadPods(objects);
        var missing = new ArrayList<Missing>();
        for (Json.Obj object : objects) {
            if (ControllerFields.TEMPLATE.in(object) && !ControllerFields.DELETED.in(object)) {
                pods.expand(object, made -> missing.add(new Missing(object, made)));
            }
        }
        return missing;
    }

    private void expand(Json.Obj workload, Consumer<Json.Obj> to) {
        if (isOf(DEPLOYMENT, workload)) {
            deployment(workload, to);
        } else if (isOf(Kind.REPLICA_SET, workload)) {
            replicas(Kind.REPLICA_SET, workload, to);
        } else if (isOf(Kind.REPLICATION_CONTROLLER, workload)) {
            replicas(Kind.REPLICATION_CONTROLLER, workload, to);
        } else if (isOf(Kind.STATEFUL_SET, workload)) {
            statefulSet(workload, to);
        } else if (isOf(DAEMON_SET, workload)) {
            daemonSet(workload, to);
        } else if (isOf(JOB, workload)) {
            job(workload, to);
        }
    }

    /// The replica sets of the deployment that exist create their own pods.
    private void deployment(Json.Obj deployment, Consumer<Json.Obj> to) {
        long wanted = ControllerFields.REPLICAS.number(deployment, 1);
        for (Json.Obj set : controlledBy(DEPLOYMENT, deployment)) {
            wanted -= ControllerFields.REPLICAS.number(set, 1);
        }
        if (wanted <= 0) {
            return;
        }
        Json.Obj template = ControllerFields.TEMPLATE.object(deployment);
        String hash = TemplateHash.of(template, 0);
        String name =
                unused(Kind.REPLICA_SET, namespace(deployment), name(deployment) + "-" + hash);
        Json.Obj set =
                ControllerFields.OWNERS.set(
                        ObjectTemplates.named(Kind.REPLICA_SET, namespace(deployment), name),
                        Json.arr(reference(DEPLOYMENT, deployment)));
        set =
                set.with(
                        "spec",
                        Json.Obj.EMPTY
                                .with("replicas", wanted)
                                .with(
                                        "selector",
                                        ControllerFields.SELECTOR
                                                .then("matchLabels")
                                                .then(TemplateHash.LABEL)
                                                .set(deployment, hash)
                                                .at("spec", "selector")
                                                .orElseThrow())
                                .with("template", template));
        set = TEMPLATE_LABELS.then(TemplateHash.LABEL).set(set, hash);
        to.accept(set);
        replicas(Kind.REPLICA_SET, set, to);
    }

    private void replicas(Kind kind, Json.Obj set, Consumer<Json.Obj> to) {
        create(
                set,
                ControllerFields.REPLICAS.number(set, 1) - active(kind, set),
                pod(kind, set),
                to);
    }

    private void create(Json.Obj set, long count, Json.Obj pod, Consumer<Json.Obj> to) {
        for (long i = 0; i < count; i++) {
            to.accept(named(pod, numbered(namespace(set), name(set))));
        }
    }

    /// Parity: a stateful set creates the claims of its pods.
    private void statefulSet(Json.Obj set, Consumer<Json.Obj> to) {
        long first = FIRST_ORDINAL.number(set, 0);
        Json.Obj plain = pod(Kind.STATEFUL_SET, set);
        for (long i = first; i < first + ControllerFields.REPLICAS.number(set, 1); i++) {
            String name = name(set) + "-" + i;
            if (!existing.add(key(Kind.POD.name(), namespace(set), name))) {
                continue;
            }
            Json.Obj pod =
                    ControllerFields.LABELS
                            .then("statefulset.kubernetes.io/pod-name")
                            .set(named(plain, name), name);
            pod = ControllerFields.LABELS.then("apps.kubernetes.io/pod-index").set(pod, "" + i);
            to.accept(withClaims(set, pod, to));
        }
    }

    private Json.Obj withClaims(Json.Obj set, Json.Obj pod, Consumer<Json.Obj> to) {
        var volumes = new ArrayList<>(VOLUMES.items(pod));
        for (Json template : CLAIMS.items(set)) {
            String volume = ControllerFields.NAME.text(template);
            String claim = volume + "-" + name(pod);
            volumes.removeIf(each -> Path.of("name").text(each).equals(volume));
            volumes.add(
                    Json.Obj.EMPTY
                            .with("name", volume)
                            .with(
                                    "persistentVolumeClaim",
                                    Json.Obj.of("claimName", Json.of(claim))));
            Kind kind = Kind.PERSISTENT_VOLUME_CLAIM;
            if (existing.add(key(kind.name(), namespace(set), claim))) {
                to.accept(
                        ObjectTemplates.named(kind, namespace(set), claim)
                                .with("spec", ControllerFields.SPEC.object(template)));
            }
        }
        return volumes.isEmpty() ? pod : VOLUMES.set(pod, new Json.Arr(volumes));
    }

    private void daemonSet(Json.Obj set, Consumer<Json.Obj> to) {
        var served = new HashSet<String>();
        controlledBy(DAEMON_SET, set).forEach(pod -> served.add(DaemonPods.node(pod)));
        Json.Obj plain = pod(DAEMON_SET, set);
        String hash = TemplateHash.of(ControllerFields.TEMPLATE.object(set), 0);
        Pod model = decoder.pod(DaemonPods.of(plain, "", ""));
        for (Node node : nodes) {
            if (!served.contains(node.name()) && DaemonPods.belongs(model, node)) {
                to.accept(
                        named(
                                DaemonPods.of(plain, node.name(), hash),
                                numbered(namespace(set), name(set))));
            }
        }
    }

    private void job(Json.Obj job, Consumer<Json.Obj> to) {
        boolean over =
                ControllerFields.CONDITIONS.items(job).stream()
                        .anyMatch(each ->
                                Set.of("Complete", "Failed").contains(Path.of("type").text(each))
                                        && Path.of("status").text(each).equals("True"));
        if (over || Json.Bool.TRUE.equals(job.at("spec", "suspend").orElse(Json.Bool.FALSE))) {
            return;
        }
        long wanted = ControllerFields.SPEC.then("parallelism").number(job, 1);
        Path completions = ControllerFields.SPEC.then("completions");
        long done = ControllerFields.STATUS.then("succeeded").number(job, 0);
        if (completions.in(job)) {
            wanted = Math.min(wanted, completions.number(job, 1) - done);
        } else if (done > 0) {
            return;
        }
        Json.Obj pod = pod(JOB, job);
        for (String label : List.of("batch.kubernetes.io/job-name", "job-name")) {
            pod = ControllerFields.LABELS.then(label).set(pod, name(job));
        }
        create(job, wanted - active(JOB, job), pod, to);
    }

    private static Json.Obj pod(Kind kind, Json.Obj workload) {
        return PodControl.of(
                workload, namespace(workload), name(workload), reference(kind, workload));
    }

    private static Json.Obj named(Json.Obj pod, String name) {
        return ControllerFields.NAME.set(GENERATE_NAME.remove(pod), name);
    }

    /// The next unused name with a number.
    private String numbered(String namespace, String prefix) {
        String name;
        do {
            name = prefix + "-" + numbers.merge(namespace + "/" + prefix, 1, Integer::sum);
        } while (!existing.add(key(Kind.POD.name(), namespace, name)));
        return name;
    }

    private String unused(Kind kind, String namespace, String name) {
        String unused = name;
        while (!existing.add(key(kind.name(), namespace, unused))) {
            unused += "-new";
        }
        return unused;
    }

    private long active(Kind kind, Json.Obj workload) {
        return controlledBy(kind, workload).stream()
                .filter(pod -> !ControllerFields.DELETED.in(pod))
                .filter(pod ->
                        !Set.of("Succeeded", "Failed").contains(ControllerFields.PHASE.text(pod)))
                .count();
    }

    /// A manifest without a UID controls the objects that refer to its name.
    private List<Json.Obj> controlledBy(Kind kind, Json.Obj workload) {
        String uid = UID.text(workload);
        return controlled
                .getOrDefault(key(kind.name(), namespace(workload), name(workload)), List.of())
                .stream()
                .filter(object -> {
                    String by = Path.of("uid").text(owner(object).orElseThrow());
                    return uid.isEmpty() || by.isEmpty() || by.equals(uid);
                })
                .toList();
    }

    private static Optional<Json.Obj> owner(Json.Obj object) {
        return ControllerFields.OWNERS.items(object).stream()
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast)
                .filter(each -> each.field("controller").equals(Optional.of(Json.Bool.TRUE)))
                .findFirst();
    }

    private static Json.Obj reference(Kind kind, Json.Obj workload) {
        String uid = UID.text(workload);
        return ObjectTemplates.controller(
                kind,
                name(workload),
                uid.isEmpty() ? namespace(workload) + "/" + name(workload) : uid);
    }

    private static boolean isOf(Kind kind, Json.Obj object) {
        return KIND.text(object).equals(kind.name())
                && API_VERSION.text(object).equals(kind.apiVersion());
    }

    private static String name(Json.Obj object) {
        return ControllerFields.NAME.text(object);
    }

    private static String namespace(Json.Obj object) {
        String namespace = NAMESPACE.text(object);
        return namespace.isEmpty() ? "default" : namespace;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + " " + namespace + "/" + name;
    }
}
