package dev.berth.bench;

import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.testkit.PodBuilder;

import java.util.List;

/// An action of a user or a controller on the cluster.
@FunctionalInterface
interface ClusterAction {
    void on(InstantApi api);

    default ClusterAction and(ClusterAction next) {
        return api -> {
            on(api);
            next.on(api);
        };
    }

    /// Creates or replaces the objects.
    static List<ClusterAction> put(List<? extends KubeObject> objects) {
        return objects.stream().<ClusterAction>map(object -> api -> api.put(object)).toList();
    }

    /// Creates pods whose bindings are measured.
    static List<ClusterAction> measure(List<Pod> pods) {
        return pods.stream().<ClusterAction>map(pod -> api -> api.measure(pod)).toList();
    }

    /// Sets the labels and the spec of the pods.
    static List<ClusterAction> update(List<Pod> pods, PodBuilder shape) {
        Pod like = shape.build();
        return pods.stream().<ClusterAction>map(pod -> api -> api.update(pod.uid(), like)).toList();
    }

    static List<ClusterAction> delete(List<? extends KubeObject> objects) {
        return objects.stream().<ClusterAction>map(object -> api -> api.delete(object)).toList();
    }
}
