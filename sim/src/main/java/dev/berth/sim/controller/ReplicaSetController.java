package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs the desired number of pods of each replica set or replication controller.
final class ReplicaSetController implements Controller {
    // The maximum number of pods that one reconciliation creates, so that other sets do not wait
    // (upstream: `BurstReplicas`).
    private static final int AT_ONCE = 500;
    // The delay of status updates, so that a large set is not counted for each pod that becomes
    // ready.
    private static final Duration SOON = Duration.ofMillis(100);

    private final ControllerContext context;
    private final Kind kind;
    private final PodControl maker;
    private final WorkQueue sets;

    /// @param kind the kind of replica sets or of replication controllers
    ReplicaSetController(ControllerContext context, Kind kind) {
        this.context = context;
        this.kind = kind;
        this.maker = new PodControl(context);
        this.sets = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(kind)) {
            sets.to(update.after().key());
        } else if (update.isOf(Kind.POD)) {
            ObjectVersion before = update.before();
            if (before == null || update.gone() || matters(before, update.after())) {
                owner(update.after()).ifPresent(sets::to);
                if (before != null) {
                    owner(before).ifPresent(sets::to);
                }
            } else if (counts(before, update.after())) {
                owner(update.after()).ifPresent(key -> sets.later(SOON, key));
            }
        }
    }

    /// Whether the change affects the number of active pods. The binding of a pod does not.
    private static boolean matters(ObjectVersion before, ObjectVersion after) {
        return PodFacts.active(PodFacts.pod(before)) != PodFacts.active(PodFacts.pod(after))
                || !before.typed().meta().owners().equals(after.typed().meta().owners());
    }

    /// Whether the change affects the status.
    private static boolean counts(ObjectVersion before, ObjectVersion after) {
        return !PodFacts.readySince(PodFacts.pod(before))
                        .equals(PodFacts.readySince(PodFacts.pod(after)))
                || PodFacts.ready(PodFacts.pod(before)) != PodFacts.ready(PodFacts.pod(after))
                || !OwnerReferences.labels(before).equals(OwnerReferences.labels(after));
    }

    /// The key of the set that controls a pod.
    private Optional<String> owner(ObjectVersion pod) {
        return pod.typed()
                .meta()
                .controller()
                .filter(owner -> owner.kind().equals(kind.name()))
                .map(owner -> pod.namespace() + "/" + owner.name());
    }

    @Override
    public int settle() {
        return sets.process(key -> context.view().find(kind, key).ifPresent(this::look));
    }

    private void look(ObjectVersion set) {
        // A test can create a set without replicas or without a template. The controller ignores
        // it.
        if (!ControllerFields.REPLICAS.in(set.json())
                || !ControllerFields.TEMPLATE.in(set.json())) {
            return;
        }
        List<ObjectVersion> pods = context.view().controlledBy(set.uid(), Kind.POD);
        List<ObjectVersion> active =
                pods.stream().filter(each -> PodFacts.active(PodFacts.pod(each))).toList();
        long wanted = ControllerFields.REPLICAS.number(set.json(), 1);
        boolean failed = false;
        if (!OwnerReferences.leaving(set)) {
            failed = !scale(set, active, wanted);
        }
        status(set, pods, active, failed);
    }

    /// Creates or deletes pods. Returns false if a pod could not be created.
    private boolean scale(ObjectVersion set, List<ObjectVersion> active, long wanted) {
        long missing = wanted - active.size();
        for (long i = 0; i < Math.min(missing, AT_ONCE); i++) {
            if (!maker.create(set, PodControl.of(set))) {
                sets.later(PodControl.RETRY, set.key());
                return false;
            }
        }
        if (missing < 0) {
            first(active, -missing).forEach(pod -> maker.delete(set, pod));
        }
        return true;
    }

    private static List<ObjectVersion> first(List<ObjectVersion> active, long count) {
        Map<Pod, ObjectVersion> objects = new HashMap<>();
        var pods = new ArrayList<Pod>();
        for (ObjectVersion each : active) {
            objects.put(PodFacts.pod(each), each);
            pods.add(PodFacts.pod(each));
        }
        Comparator<Pod> order = PodDeletionOrder.of(pods);
        return pods.stream().sorted(order).limit(count).map(objects::get).toList();
    }

    private void status(
            ObjectVersion set,
            List<ObjectVersion> pods,
            List<ObjectVersion> active,
            boolean failed) {
        long minReady = ControllerFields.MIN_READY.number(set.json(), 0);
        var labels =
                ControllerFields.TEMPLATE
                        .then("metadata")
                        .then("labels")
                        .object(set.json())
                        .fields();
        long ready = 0;
        long available = 0;
        long fullyLabeled = 0;
        for (ObjectVersion each : active) {
            Pod pod = PodFacts.pod(each);
            boolean all =
                    ControllerFields.LABELS
                            .object(each.json())
                            .fields()
                            .entrySet()
                            .containsAll(labels.entrySet());
            fullyLabeled += all ? 1 : 0;
            if (PodFacts.ready(pod)) {
                ready++;
                if (PodFacts.available(pod, minReady, context.now())) {
                    available++;
                } else {
                    sets.later(Duration.ofSeconds(minReady), set.key());
                }
            }
        }
        long leaving = pods.stream().filter(each -> PodFacts.pod(each).terminating()).count();
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("replicas", active.size())
                        .with("fullyLabeledReplicas", IntOrPercent.orNone(fullyLabeled))
                        .with("readyReplicas", IntOrPercent.orNone(ready))
                        .with("availableReplicas", IntOrPercent.orNone(available))
                        .with(
                                "observedGeneration",
                                ControllerFields.GENERATION.number(set.json(), 0))
                        .with("conditions", conditions(set, failed));
        // The status of replication controllers has no such field.
        context.status(
                set,
                kind.equals(Kind.REPLICA_SET)
                        ? status.with("terminatingReplicas", leaving)
                        : status);
    }

    private Json conditions(ObjectVersion set, boolean failed) {
        StatusConditions conditions = StatusConditions.of(set, context.stamp());
        if (!failed) {
            return conditions.without("ReplicaFailure").json();
        }
        return conditions
                .with("ReplicaFailure", "True", "FailedCreate", "pods could not be created")
                .json();
    }
}
