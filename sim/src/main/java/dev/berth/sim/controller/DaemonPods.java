package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.RequiredNodeAffinity;
import dev.berth.model.Taint;
import dev.berth.model.Toleration;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// The pods of daemon sets. Each pod requires its node by name and tolerates the taints of node
/// conditions.
final class DaemonPods {
    private static final Path REQUIRED =
            ControllerFields.SPEC
                    .then("affinity")
                    .then("nodeAffinity")
                    .then("requiredDuringSchedulingIgnoredDuringExecution");
    private static final Path TERMS = REQUIRED.then("nodeSelectorTerms");
    private static final Path TOLERATIONS = ControllerFields.SPEC.then("tolerations");
    private static final Path NODE_NAME = ControllerFields.SPEC.then("nodeName");
    private static final Path FIELDS = Path.of("matchFields");
    private static final List<String> EVERYWHERE =
            List.of(
                    "node.kubernetes.io/disk-pressure:NoSchedule",
                    "node.kubernetes.io/memory-pressure:NoSchedule",
                    "node.kubernetes.io/pid-pressure:NoSchedule",
                    "node.kubernetes.io/unschedulable:NoSchedule",
                    "node.kubernetes.io/not-ready:NoExecute",
                    "node.kubernetes.io/unreachable:NoExecute");

    private DaemonPods() {}

    /// The pod for a node, or the pod that is compared with all nodes if `node` is empty.
    static Json.Obj of(ObjectVersion set, String node, String hash) {
        return of(PodControl.of(set), node, hash);
    }

    /// @param plain the pod of the template
    static Json.Obj of(Json.Obj plain, String node, String hash) {
        Json.Obj pod = plain;
        var tolerations = new ArrayList<>(TOLERATIONS.items(pod));
        EVERYWHERE.forEach(taint -> tolerations.add(toleration(taint)));
        if (ControllerFields.SPEC.then("hostNetwork").in(pod)) {
            tolerations.add(toleration("node.kubernetes.io/network-unavailable:NoSchedule"));
        }
        pod = TOLERATIONS.set(pod, new Json.Arr(tolerations));
        return node.isEmpty()
                ? pod
                : ControllerFields.LABELS
                        .then("controller-revision-hash")
                        .set(TERMS.set(pod, pinned(pod, node)), hash);
    }

    private static Json.Obj toleration(String taint) {
        int colon = taint.indexOf(':');
        return Json.Obj.EMPTY
                .with("key", taint.substring(0, colon))
                .with("operator", "Exists")
                .with("effect", taint.substring(colon + 1));
    }

    /// The node selector terms of the template, each with the name of the node.
    private static Json.Arr pinned(Json.Obj pod, String node) {
        Json.Arr name =
                Json.arr(
                        Json.Obj.EMPTY
                                .with("key", "metadata.name")
                                .with("operator", "In")
                                .with("values", Json.arr(Json.of(node))));
        List<Json> terms = TERMS.items(pod);
        if (terms.isEmpty()) {
            return Json.arr(Json.Obj.of("matchFields", name));
        }
        // Parity: `ReplaceDaemonSetPodNodeNameNodeAffinity`. The name of the node replaces the
        // match fields of the template.
        return new Json.Arr(
                terms.stream().<Json>map(term -> FIELDS.set((Json.Obj) term, name)).toList());
    }

    /// The node of a pod, or the node that its affinity requires.
    static String node(ObjectVersion pod) {
        return node(pod.json());
    }

    static String node(Json.Obj pod) {
        String assigned = NODE_NAME.text(pod);
        if (!assigned.isEmpty()) {
            return assigned;
        }
        for (Json term : TERMS.items(pod)) {
            for (Json field : FIELDS.items(term)) {
                if (Path.of("values").items(field).stream().findFirst().orElse(Json.Null.NULL)
                        instanceof Json.Str(var name)) {
                    return name;
                }
            }
        }
        return "";
    }

    /// Whether the daemon set runs a pod on the node (upstream: `shouldRun` of
    /// `NodeShouldRunDaemonPod`).
    static boolean belongs(Pod model, Node node) {
        return demanded(model, node) && tolerated(model, node, false);
    }

    /// Whether a pod can stay on the node (upstream: `shouldContinueRunning`).
    static boolean mayStay(Pod model, Node node) {
        return demanded(model, node) && tolerated(model, node, true);
    }

    private static boolean demanded(Pod model, Node node) {
        return RequiredNodeAffinity.of(model).matches(node);
    }

    private static boolean tolerated(Pod model, Node node, boolean running) {
        List<Toleration> tolerations = model.template().parts().tolerations();
        for (Taint taint : node.taints()) {
            boolean counts = running ? taint.effect().equals(Taint.NO_EXECUTE) : taint.forbids();
            if (counts && !taint.toleratedBy(tolerations, false)) {
                return false;
            }
        }
        return true;
    }
}
