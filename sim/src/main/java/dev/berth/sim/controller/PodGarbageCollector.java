package dev.berth.sim.controller;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.DeleteRequest;
import dev.berth.sim.store.ObjectVersion;

import java.time.Duration;

/// Deletes pods whose node is gone or has never been there, once it has been missing for a while.
final class PodGarbageCollector implements Controller {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final ControllerContext desk;
    private final WorkQueue nodes;

    PodGarbageCollector(ControllerContext desk) {
        this.desk = desk;
        this.nodes = desk.attention();
    }

    @Override
    public void changed(CacheUpdate sight) {
        if (sight.isOf(Kind.NODE) && sight.gone()) {
            nodes.later(PATIENCE, sight.after().name());
        } else if (sight.isOf(Kind.POD) && !sight.gone() && (sight.fresh() || cameTo(sight))) {
            String node = PodFacts.pod(sight.after()).spec().nodeName();
            if (!node.isEmpty() && desk.view().find(Kind.NODE, node).isEmpty()) {
                nodes.later(PATIENCE, node);
            }
        }
    }

    /// Whether the pod has just got its node.
    private static boolean cameTo(CacheUpdate sight) {
        return sight.before() != null && !PodFacts.pod(sight.before()).assigned();
    }

    @Override
    public int settle() {
        return nodes.turnTo(node -> {
            if (desk.view().find(Kind.NODE, node).isEmpty()) {
                desk.view().podsOn(node).forEach(this::end);
            }
        });
    }

    private void end(ObjectVersion pod) {
        if (!PodFacts.pod(pod).status().finished()) {
            StatusConditions conditions = StatusConditions.of(pod, desk.stamp());
            conditions.with(
                    "DisruptionTarget", "True", "DeletionByPodGC", "PodGC: node no longer exists");
            desk.status(
                    pod,
                    Json.Obj.EMPTY.with("phase", "Failed").with("conditions", conditions.json()));
        }
        desk.store()
                .delete(
                        Kind.POD,
                        pod.namespace(),
                        pod.name(),
                        DeleteRequest.NOW.onlyUid(pod.uid()));
    }
}
