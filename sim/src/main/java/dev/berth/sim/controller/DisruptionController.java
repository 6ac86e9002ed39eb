package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Computes the allowed disruptions of each pod disruption budget.
final class DisruptionController implements Controller {
    private static final Path MIN_AVAILABLE = ControllerFields.SPEC.then("minAvailable");
    private static final Path MAX_UNAVAILABLE = ControllerFields.SPEC.then("maxUnavailable");
    private static final Path DISRUPTED = ControllerFields.STATUS.then("disruptedPods");
    // `DeletionTimeout`: an eviction without a deletion in this many seconds did not happen.
    private static final long FORGOTTEN_AFTER = 120;
    private static final Set<String> SCALABLE =
            Set.of("ReplicaSet", "ReplicationController", "StatefulSet", "Deployment");

    private final ControllerContext context;
    private final WorkQueue budgets;

    DisruptionController(ControllerContext context) {
        this.context = context;
        this.budgets = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.DISRUPTION_BUDGET)) {
            budgets.to(update.after().key());
        } else if (update.isOf(Kind.POD) || SCALABLE.contains(update.after().kind().name())) {
            context.view()
                    .in(update.after().namespace(), Kind.DISRUPTION_BUDGET)
                    .forEach(budget -> budgets.to(budget.key()));
        }
    }

    @Override
    public int settle() {
        return budgets.process(
                key -> context.view().find(Kind.DISRUPTION_BUDGET, key).ifPresent(this::look));
    }

    private void look(ObjectVersion budget) {
        Selector selector = OwnerReferences.selector(budget);
        List<Pod> pods =
                context.view().in(budget.namespace(), Kind.POD).stream()
                        .map(PodFacts::pod)
                        .filter(pod -> selector.matches(pod.labels()) && !pod.status().finished())
                        .toList();
        long expected = expected(budget, pods);
        long wanted = wanted(budget, expected);
        Json.Obj disrupted = disrupted(budget, pods);
        long healthy =
                pods.stream()
                        .filter(pod ->
                                PodFacts.ready(pod)
                                        && !pod.terminating()
                                        && !disrupted.fields().containsKey(pod.name()))
                        .count();
        long allowed = expected > 0 ? Math.max(0, healthy - wanted) : 0;
        StatusConditions conditions = StatusConditions.of(budget, context.stamp());
        if (allowed > 0) {
            conditions.ensure("DisruptionAllowed", "True", "SufficientPods", "");
        } else {
            conditions.ensure("DisruptionAllowed", "False", "InsufficientPods", "");
        }
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("currentHealthy", healthy)
                        .with("desiredHealthy", wanted)
                        .with("disruptionsAllowed", allowed)
                        .with("expectedPods", expected)
                        .with(
                                "observedGeneration",
                                ControllerFields.GENERATION.number(budget.json(), 0))
                        .with("conditions", conditions.json());
        context.status(budget, status.with("disruptedPods", forgotten(budget, disrupted)));
    }

    /// The expected number of pods: the matching pods, or the replicas of their controllers.
    private long expected(ObjectVersion budget, List<Pod> pods) {
        Optional<Json> least = MIN_AVAILABLE.find(budget.json());
        if (least.isPresent() && least.get() instanceof Json.Num) {
            return pods.size();
        }
        Set<String> seen = new HashSet<>();
        long sum = 0;
        for (Pod pod : pods) {
            Optional<OwnerReference> owner = pod.meta().controller();
            // Parity: `getExpectedScale`. Pods without a controller do not count. A controller
            // without a number of replicas allows no disruptions.
            if (owner.isPresent() && !SCALABLE.contains(owner.get().kind())) {
                return 0;
            }
            if (owner.isPresent()) {
                Optional<ObjectVersion> scaled = scaled(pod.namespace(), owner.get());
                if (scaled.isPresent() && seen.add(scaled.get().uid())) {
                    sum += ControllerFields.REPLICAS.number(scaled.get().json(), 1);
                }
            }
        }
        return sum;
    }

    /// The object that sets the number of replicas. For the replica set of a deployment, it is the
    /// deployment.
    private Optional<ObjectVersion> scaled(String namespace, OwnerReference owner) {
        for (Kind kind : context.view().kinds()) {
            if (kind.name().equals(owner.kind()) && kind.apiVersion().equals(owner.apiVersion())) {
                Optional<ObjectVersion> found =
                        context.view()
                                .find(kind, namespace + "/" + owner.name())
                                .filter(it -> it.uid().equals(owner.uid()));
                Optional<OwnerReference> above =
                        found.flatMap(it -> it.typed().meta().controller())
                                .filter(it -> SCALABLE.contains(it.kind()));
                return above.isPresent() ? scaled(namespace, above.get()).or(() -> found) : found;
            }
        }
        return Optional.empty();
    }

    private static long wanted(ObjectVersion budget, long expected) {
        if (MAX_UNAVAILABLE.in(budget.json())) {
            long max = IntOrPercent.share(budget.json(), MAX_UNAVAILABLE, "0", expected, true);
            return Math.max(0, expected - max);
        }
        return IntOrPercent.share(budget.json(), MIN_AVAILABLE, "1", expected, true);
    }

    /// The pods whose eviction was allowed and whose deletion has not been observed.
    private Json.Obj disrupted(ObjectVersion budget, List<Pod> pods) {
        Json.Obj still = Json.Obj.EMPTY;
        for (Map.Entry<String, Json> each : DISRUPTED.object(budget.json()).fields().entrySet()) {
            boolean there =
                    pods.stream()
                            .anyMatch(
                                    pod -> pod.name().equals(each.getKey()) && !pod.terminating());
            if (there && each.getValue() instanceof Json.Str(var since)) {
                Duration left = context.left(Instant.parse(since), FORGOTTEN_AFTER);
                if (left.isPositive()) {
                    still = still.with(each.getKey(), each.getValue());
                    budgets.later(left, budget.key());
                }
            }
        }
        return still;
    }

    /// The patch that keeps only these pods.
    private static Json forgotten(ObjectVersion budget, Json.Obj still) {
        Json.Obj change = still;
        for (String name : DISRUPTED.object(budget.json()).fields().keySet()) {
            change = still.fields().containsKey(name) ? change : change.with(name, Json.Null.NULL);
        }
        return still.fields().isEmpty() ? Json.Null.NULL : change;
    }
}
