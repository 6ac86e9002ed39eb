package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The status of a deployment: the numbers of pods, and the conditions `Available` and
/// `Progressing`.
final class DeploymentStatus {
    private static final String PROGRESSING = "Progressing";
    private static final String AVAILABLE = "Available";
    private static final String UPDATED = "lastUpdateTime";
    private static final Path DEADLINE = ControllerFields.SPEC.then("progressDeadlineSeconds");
    private static final Path REPLICAS = ControllerFields.STATUS.then("replicas");
    private static final Path READY = ControllerFields.STATUS.then("readyReplicas");
    private static final Path AVAILABLE_REPLICAS =
            ControllerFields.STATUS.then("availableReplicas");
    private static final Path UPDATED_REPLICAS = ControllerFields.STATUS.then("updatedReplicas");
    private static final Path TERMINATING = ControllerFields.STATUS.then("terminatingReplicas");
    private static final long DEFAULT_DEADLINE = 600;

    private final ControllerContext context;
    private final WorkQueue deployments;

    DeploymentStatus(ControllerContext context, WorkQueue deployments) {
        this.context = context;
        this.deployments = deployments;
    }

    private record Counts(
            long replicas, long updated, long ready, long available, long terminating) {
        static Counts of(Rollout rollout) {
            return new Counts(
                    sum(rollout, REPLICAS),
                    rollout.newest().map(set -> REPLICAS.number(set.json(), 0)).orElse(0L),
                    sum(rollout, READY),
                    sum(rollout, AVAILABLE_REPLICAS),
                    sum(rollout, TERMINATING));
        }

        private static long sum(Rollout rollout, Path count) {
            return rollout.all().stream().mapToLong(set -> count.number(set.json(), 0)).sum();
        }

        boolean complete(long wanted) {
            return updated == wanted && replicas == wanted && available == wanted;
        }

        /// Whether the rollout has progressed since the last status (upstream:
        /// `DeploymentProgressing`).
        boolean beyond(Json.Obj before) {
            long old = REPLICAS.number(before, 0) - UPDATED_REPLICAS.number(before, 0);
            return updated > UPDATED_REPLICAS.number(before, 0)
                    || replicas - updated < old
                    || ready > READY.number(before, 0)
                    || available > AVAILABLE_REPLICAS.number(before, 0);
        }
    }

    /// Sets the condition for a newly created replica set.
    void created(ObjectVersion deployment, String set) {
        StatusConditions conditions = conditions(deployment);
        conditions.with(
                PROGRESSING,
                "True",
                "NewReplicaSetCreated",
                "Created new replica set \"" + set + "\"");
        context.status(deployment, Json.Obj.of("conditions", conditions.json()));
    }

    void update(Rollout rollout) {
        Counts counts = Counts.of(rollout);
        ObjectVersion deployment =
                context.store()
                        .find(
                                rollout.deployment().kind(),
                                rollout.deployment().namespace(),
                                rollout.deployment().name())
                        .orElse(rollout.deployment());
        StatusConditions conditions = conditions(deployment);
        available(rollout, counts, conditions);
        progressing(rollout, deployment.json(), counts, conditions);
        context.status(
                rollout.deployment(),
                Json.Obj.EMPTY
                        .with(
                                "observedGeneration",
                                ControllerFields.GENERATION.number(rollout.deployment().json(), 0))
                        .with("replicas", IntOrPercent.orNone(counts.replicas))
                        .with("updatedReplicas", IntOrPercent.orNone(counts.updated))
                        .with("readyReplicas", IntOrPercent.orNone(counts.ready))
                        .with("availableReplicas", IntOrPercent.orNone(counts.available))
                        .with(
                                "unavailableReplicas",
                                IntOrPercent.orNone(Math.max(0, unavailable(rollout, counts))))
                        .with("terminatingReplicas", counts.terminating)
                        .with("conditions", conditions.json()));
    }

    private static long unavailable(Rollout rollout, Counts counts) {
        long total = rollout.all().stream().mapToLong(Rollout::size).sum();
        return total - counts.available;
    }

    private static void available(Rollout rollout, Counts counts, StatusConditions conditions) {
        if (counts.available >= rollout.leastAvailable()) {
            conditions.ensure(
                    AVAILABLE,
                    "True",
                    "MinimumReplicasAvailable",
                    "Deployment has minimum availability.");
        } else {
            conditions.ensure(
                    AVAILABLE,
                    "False",
                    "MinimumReplicasUnavailable",
                    "Deployment does not have minimum availability.");
        }
    }

    private void progressing(
            Rollout rollout, Json.Obj before, Counts counts, StatusConditions conditions) {
        String set =
                rollout.newest()
                        .map(it -> "ReplicaSet \"" + it.name() + "\"")
                        .orElse("Deployment \"" + rollout.deployment().name() + "\"");
        if (DeploymentController.paused(rollout.deployment())) {
            conditions.ensure(PROGRESSING, "Unknown", "DeploymentPaused", "Deployment is paused");
            return;
        }
        if (conditions.reason(PROGRESSING).equals("DeploymentPaused")) {
            conditions.with(PROGRESSING, "Unknown", "DeploymentResumed", "Deployment is resumed");
        }
        boolean done = conditions.reason(PROGRESSING).equals("NewReplicaSetAvailable");
        if (counts.complete(rollout.replicas()) && rollout.newest().isPresent()) {
            conditions.ensure(
                    PROGRESSING,
                    "True",
                    "NewReplicaSetAvailable",
                    set + " has successfully progressed.");
        } else if (counts.beyond(before) || (done && counts.updated < rollout.replicas())) {
            conditions.with(PROGRESSING, "True", "ReplicaSetUpdated", set + " is progressing.");
        } else if (!done) {
            deadline(rollout, conditions, set);
        }
    }

    private void deadline(Rollout rollout, StatusConditions conditions, String set) {
        Optional<Instant> moved =
                conditions
                        .find(PROGRESSING)
                        .map(Path.of(UPDATED)::text)
                        .filter(text -> !text.isEmpty())
                        .map(Instant::parse);
        if (moved.isEmpty()) {
            return;
        }
        long seconds = DEADLINE.number(rollout.deployment().json(), DEFAULT_DEADLINE);
        Duration left = context.left(moved.get(), seconds);
        if (left.isPositive()) {
            deployments.later(left, rollout.deployment().key());
        } else {
            conditions.ensure(
                    PROGRESSING,
                    "False",
                    "ProgressDeadlineExceeded",
                    set + " has timed out progressing.");
        }
    }

    private StatusConditions conditions(ObjectVersion deployment) {
        return StatusConditions.of(deployment, context.stamp()).updatedIn(UPDATED);
    }
}
