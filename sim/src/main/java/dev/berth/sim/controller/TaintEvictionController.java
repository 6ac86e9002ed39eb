package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Taint;
import dev.berth.model.Toleration;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Deletes pods from nodes with `NoExecute` taints that the pods do not tolerate, or no longer
/// tolerate.
final class TaintEvictionController implements Controller {
    private final ControllerContext context;
    private final WorkQueue nodes;
    private final WorkQueue pods;
    private final Map<String, Instant> since = new HashMap<>();

    TaintEvictionController(ControllerContext context) {
        this.context = context;
        this.nodes = context.workQueue();
        this.pods = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.NODE)) {
            nodes.to(update.after().name());
        } else if (update.isOf(Kind.POD) && update.gone()) {
            since.remove(update.after().uid());
        } else if (update.isOf(Kind.POD) && PodFacts.pod(update.after()).assigned()) {
            pods.to(update.after().key());
        }
    }

    @Override
    public int settle() {
        int looked =
                nodes.process(
                        name -> context.view().podsOn(name).forEach(pod -> pods.to(pod.key())));
        return looked
                + pods.process(key -> context.view().find(Kind.POD, key).ifPresent(this::look));
    }

    private void look(ObjectVersion object) {
        Pod pod = PodFacts.pod(object);
        List<Taint> taints =
                context
                        .view()
                        .find(Kind.NODE, pod.spec().nodeName())
                        .map(node -> ((Node) node.typed()).taints())
                        .orElse(List.of())
                        .stream()
                        .filter(taint -> taint.effect().equals(Taint.NO_EXECUTE))
                        .toList();
        if (taints.isEmpty() || pod.terminating()) {
            since.remove(pod.uid());
            return;
        }
        Optional<Duration> grace = grace(pod, taints);
        if (grace.isEmpty()) {
            since.remove(pod.uid());
            return;
        }
        Instant began = since.computeIfAbsent(pod.uid(), _ -> context.now());
        Duration left = context.left(began, grace.get().toSeconds());
        if (left.isPositive()) {
            pods.later(left, object.key());
        } else {
            evict(object);
        }
    }

    /// How long the pod can stay; empty if it can stay indefinitely.
    private static Optional<Duration> grace(Pod pod, List<Taint> taints) {
        List<Toleration> tolerations = pod.template().parts().tolerations();
        long least = Long.MAX_VALUE;
        for (Taint taint : taints) {
            List<Toleration> matching =
                    tolerations.stream().filter(each -> each.tolerates(taint)).toList();
            if (matching.isEmpty()) {
                return Optional.of(Duration.ZERO);
            }
            for (Toleration each : matching) {
                least = Math.min(least, each.seconds().map(it -> Math.max(0, it)).orElse(least));
            }
        }
        return least == Long.MAX_VALUE ? Optional.empty() : Optional.of(Duration.ofSeconds(least));
    }

    private void evict(ObjectVersion pod) {
        StatusConditions conditions = StatusConditions.of(pod, context.stamp());
        conditions.with(
                "DisruptionTarget",
                "True",
                "DeletionByTaintManager",
                "Taint manager: deleting due to NoExecute taint");
        context.status(pod, Json.Obj.of("conditions", conditions.json()));
        context.delete(pod);
        context.note(
                pod, false, "TaintManagerEviction", "", "Marking for deletion Pod " + pod.key());
    }
}
