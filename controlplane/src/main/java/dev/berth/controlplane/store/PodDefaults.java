package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// What a new pod is given where its author said nothing.
public final class PodDefaults {
    private static final Path SCHEDULER = ObjectFields.SPEC.then("schedulerName");
    private static final Path RESTART = ObjectFields.SPEC.then("restartPolicy");
    private static final Path HOST_NETWORK = ObjectFields.SPEC.then("hostNetwork");
    private static final Path REQUESTS = Path.of("resources", "requests");
    private static final Path LIMITS = Path.of("resources", "limits");
    private static final Path PORTS = Path.of("ports");
    private static final Path TOLERATIONS = ObjectFields.SPEC.then("tolerations");
    private static final long GRACE_SECONDS = 30;
    private static final String NO_EXECUTE = "NoExecute";

    /// A pod stays for five minutes on a node that has these taints.
    private static final List<Json.Obj> DEFAULT_TOLERATIONS =
            List.of(
                    tolerated("node.kubernetes.io/not-ready"),
                    tolerated("node.kubernetes.io/unreachable"));

    private PodDefaults() {}

    static Json.Obj of(Json.Obj pod, Timestamps stamp) {
        boolean hostNetwork = HOST_NETWORK.find(pod).filter(Json.of(true)::equals).isPresent();
        Json.Obj tree = SCHEDULER.setIfAbsent(pod, "default-scheduler");
        tree = RESTART.setIfAbsent(tree, "Always");
        tree = ObjectFields.GRACE.setIfAbsent(tree, Json.of(GRACE_SECONDS));
        tree = containers(tree, ObjectFields.SPEC.then("containers"), hostNetwork);
        tree = containers(tree, ObjectFields.SPEC.then("initContainers"), hostNetwork);
        tree = tolerations(tree);
        tree = ObjectFields.PHASE.setIfAbsent(tree, "Pending");
        return ObjectFields.GATES.items(tree).isEmpty()
                ? tree
                : Conditions.set(tree, Conditions.gated(), stamp.now());
    }

    private static Json.Obj tolerated(String taint) {
        return Json.Obj.EMPTY
                .with("key", taint)
                .with("operator", "Exists")
                .with("effect", NO_EXECUTE)
                .with("tolerationSeconds", 300);
    }

    /// The pod with the tolerations that all pods have.
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

    private static Json.Obj containers(Json.Obj pod, Path where, boolean hostNetwork) {
        List<Json> given = where.items(pod);
        var made = new ArrayList<Json>(given.size());
        for (Json container : given) {
            made.add(
                    container instanceof Json.Obj object
                            ? ports(requests(object), hostNetwork)
                            : container);
        }
        return made.equals(given) ? pod : where.set(pod, new Json.Arr(made));
    }

    /// A limit without a request is a request too.
    private static Json.Obj requests(Json.Obj container) {
        Json.Obj tree = container;
        for (var limit : LIMITS.object(container).fields().entrySet()) {
            tree = REQUESTS.then(limit.getKey()).setIfAbsent(tree, limit.getValue());
        }
        return tree;
    }

    /// On the host's network every port is a port of the host.
    private static Json.Obj ports(Json.Obj container, boolean hostNetwork) {
        List<Json> given = PORTS.items(container);
        if (given.isEmpty()) {
            return container;
        }
        var made = new ArrayList<Json>(given.size());
        for (Json port : given) {
            made.add(port instanceof Json.Obj object ? port(object, hostNetwork) : port);
        }
        return PORTS.set(container, new Json.Arr(made));
    }

    private static Json.Obj port(Json.Obj port, boolean hostNetwork) {
        Json.Obj tree = Path.of("protocol").setIfAbsent(port, "TCP");
        Json number = port.fields().get("containerPort");
        return hostNetwork && number != null ? Path.of("hostPort").setIfAbsent(tree, number) : tree;
    }
}
