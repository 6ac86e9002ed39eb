package dev.berth.kubeclient.wire;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodSpec;
import dev.berth.model.Taint;

import java.util.ArrayList;
import java.util.List;

/// Marks objects of which some fields cannot be decoded.
///
/// A constraint could be among the missing fields. Therefore, a pending pod gets a scheduling gate
/// and a node gets a taint, in the record only. A pod that has a node counts there in any case.
final class IncompleteObjects {
    private static final String MARK = "berth.dev/incompletely-decoded";

    private IncompleteObjects() {}

    static KubeObject marked(KubeObject object, String problem) {
        return switch (object) {
            case Pod pod -> new Pod(pod.meta(), gated(pod.spec(), problem), pod.status());
            case Node node -> tainted(node);
            case KubeObject other -> other;
        };
    }

    private static PodSpec gated(PodSpec spec, String problem) {
        return new PodSpec(
                spec.template(),
                spec.nodeName(),
                spec.schedulerName(),
                spec.priority(),
                spec.priorityClassName(),
                spec.preemptionPolicy(),
                with(spec.schedulingGates(), MARK + ": " + problem),
                spec.volumes(),
                spec.schedulingGroup(),
                spec.terminationGraceSeconds());
    }

    private static Node tainted(Node node) {
        return new Node(
                node.meta(),
                node.unschedulable(),
                with(node.taints(), new Taint(MARK, "", Taint.NO_SCHEDULE)),
                node.allocatable(),
                node.images(),
                node.conditions(),
                node.declaredFeatures());
    }

    private static <T> List<T> with(List<T> all, T one) {
        var more = new ArrayList<T>(all);
        more.add(one);
        return more;
    }
}
