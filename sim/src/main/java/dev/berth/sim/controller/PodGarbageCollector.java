package dev.berth.sim.controller;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;

/// Deletes pods whose node does not exist for a while (upstream: `PodGCController`).
final class PodGarbageCollector implements Controller {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final ControllerContext context;
    private final WorkQueue nodes;

    PodGarbageCollector(ControllerContext context) {
        this.context = context;
        this.nodes = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.NODE) && update.gone()) {
            nodes.later(TIMEOUT, update.after().name());
        } else if (update.isOf(Kind.POD) && !update.gone() && (update.fresh() || cameTo(update))) {
            String node = PodFacts.pod(update.after()).spec().nodeName();
            if (!node.isEmpty() && context.view().find(Kind.NODE, node).isEmpty()) {
                nodes.later(TIMEOUT, node);
            }
        }
    }

    /// Whether the pod was just bound to its node.
    private static boolean cameTo(CacheUpdate update) {
        return update.before() != null && !PodFacts.pod(update.before()).assigned();
    }

    @Override
    public int settle() {
        return nodes.process(node -> {
            if (context.view().find(Kind.NODE, node).isEmpty()) {
                context.view().podsOn(node).forEach(this::end);
            }
        });
    }

    private void end(ObjectVersion pod) {
        if (!PodFacts.pod(pod).status().finished()) {
            StatusConditions conditions = StatusConditions.of(pod, context.stamp());
            conditions.with(
                    "DisruptionTarget", "True", "DeletionByPodGC", "PodGC: node no longer exists");
            context.status(
                    pod,
                    Json.Obj.EMPTY.with("phase", "Failed").with("conditions", conditions.json()));
        }
        context.store()
                .delete(
                        Kind.POD,
                        pod.namespace(),
                        pod.name(),
                        DeleteRequest.NOW.onlyUid(pod.uid()));
    }
}
