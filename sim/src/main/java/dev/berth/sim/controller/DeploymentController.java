package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs deployments: creates a replica set for each pod template, and moves the pods from the old
/// sets to the new one step by step.
final class DeploymentController implements Controller {
    static final Kind DEPLOYMENT = new Kind("apps", "v1", "Deployment", "deployments", true);

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String REVISIONS = "deployment.kubernetes.io/revision-history";
    private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final Path PAUSED = ControllerFields.SPEC.then("paused");
    private static final Path HISTORY = ControllerFields.SPEC.then("revisionHistoryLimit");
    private static final Path COLLISIONS = ControllerFields.STATUS.then("collisionCount");
    private static final long DEFAULT_HISTORY = 10;

    private final ControllerContext context;
    private final DeploymentStatus status;
    private final WorkQueue deployments;

    DeploymentController(ControllerContext context) {
        this.context = context;
        this.deployments = context.workQueue();
        this.status = new DeploymentStatus(context, deployments);
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(DEPLOYMENT)) {
            deployments.to(update.after().key());
        } else if (update.isOf(Kind.REPLICA_SET)) {
            update.after()
                    .typed()
                    .meta()
                    .controller()
                    .filter(owner -> owner.kind().equals(DEPLOYMENT.name()))
                    .ifPresent(owner ->
                            deployments.to(update.after().namespace() + "/" + owner.name()));
        } else if (update.isOf(Kind.POD) && update.gone()) {
            // A deployment with the strategy `Recreate` waits for the deletion of its last old pod.
            owner(update.after())
                    .flatMap(set -> set.typed().meta().controller())
                    .ifPresent(owner ->
                            deployments.to(update.after().namespace() + "/" + owner.name()));
        }
    }

    private Optional<ObjectVersion> owner(ObjectVersion pod) {
        return pod.typed()
                .meta()
                .controller()
                .flatMap(owner ->
                        context.view()
                                .find(Kind.REPLICA_SET, pod.namespace() + "/" + owner.name()));
    }

    @Override
    public int settle() {
        return deployments.process(
                key -> context.view().find(DEPLOYMENT, key).ifPresent(this::look));
    }

    private void look(ObjectVersion deployment) {
        if (!ControllerFields.TEMPLATE.in(deployment.json())) {
            return;
        }
        Rollout rollout = rollout(deployment);
        if (!OwnerReferences.leaving(deployment)) {
            proceed(rollout);
        }
        status.update(rollout);
    }

    private Rollout rollout(ObjectVersion deployment) {
        Json.Obj template = ControllerFields.TEMPLATE.object(deployment.json());
        List<ObjectVersion> sets = context.view().controlledBy(deployment.uid(), Kind.REPLICA_SET);
        String hash = TemplateHash.of(template, COLLISIONS.number(deployment.json(), 0));
        // The template of a set can contain defaults that the template of the deployment lacks. In
        // this case the hash matches.
        Optional<ObjectVersion> newest =
                sets.stream()
                        .filter(set ->
                                Rollout.template(set).equals(template)
                                        || ControllerFields.LABELS
                                                .then(TemplateHash.LABEL)
                                                .text(set.json())
                                                .equals(hash))
                        .min(
                                Comparator.comparing(
                                        set -> ControllerFields.CREATED.text(set.json())));
        List<ObjectVersion> older =
                sets.stream().filter(set -> newest.filter(set::equals).isEmpty()).toList();
        return new Rollout(deployment, newest, older);
    }

    private void proceed(Rollout rollout) {
        boolean paused = paused(rollout.deployment());
        if (paused || rollout.scaled()) {
            rollout.sizesInProportion().forEach((set, size) -> resize(rollout, set, size));
        } else if (rollout.recreates()) {
            replaceAll(rollout);
        } else {
            if (newest(rollout, rollout.sizeOfNewest())) {
                rollout.sizesOfOlder().forEach((set, size) -> resize(rollout, set, size));
            }
        }
        if (!paused) {
            forgetOldest(rollout);
        }
    }

    static boolean paused(ObjectVersion deployment) {
        return PAUSED.find(deployment.json()).equals(Optional.of(Json.Bool.TRUE));
    }

    private void replaceAll(Rollout rollout) {
        Map<ObjectVersion, Long> sizes = rollout.sizesOfOlder();
        sizes.forEach((set, size) -> resize(rollout, set, size));
        boolean empty =
                rollout.older().stream()
                        .allMatch(set ->
                                context.view().controlledBy(set.uid(), Kind.POD).stream()
                                        .allMatch(pod -> PodFacts.pod(pod).status().finished()));
        if (sizes.isEmpty() && empty) {
            newest(rollout, rollout.sizeOfNewest());
        }
    }

    /// Creates or resizes the replica set of the current template. Returns whether it exists with
    /// the desired size.
    private boolean newest(Rollout rollout, long size) {
        if (rollout.newest().isEmpty()) {
            create(rollout, size);
            return false;
        }
        ObjectVersion set = rollout.newest().get();
        long revision = 1 + highest(rollout.older());
        String known = ControllerFields.ANNOTATIONS.then(REVISION).text(set.json());
        if (Rollout.number(known, 0) < revision) {
            // Parity: `SetNewReplicaSetAnnotations`. A template that is used again gets the newest
            // revision.
            String past = ControllerFields.ANNOTATIONS.then(REVISIONS).text(set.json());
            Json.Obj annotations = Json.Obj.of(REVISION, Json.of(Long.toString(revision)));
            if (!known.isEmpty()) {
                annotations =
                        annotations.with(REVISIONS, past.isEmpty() ? known : past + "," + known);
            }
            context.change(set, metadata("annotations", annotations), WriteScope.MAIN);
            revised(rollout.deployment(), Long.toString(revision));
            return false;
        }
        revised(rollout.deployment(), known);
        copyAnnotations(rollout.deployment(), set);
        resize(rollout, set, size);
        return Rollout.size(set) == size;
    }

    /// Copies later changes of the deployment's annotations to its newest replica set.
    private void copyAnnotations(ObjectVersion deployment, ObjectVersion set) {
        Json.Obj present = ControllerFields.ANNOTATIONS.object(set.json());
        Json.Obj annotations = Json.Obj.EMPTY;
        for (var each :
                ControllerFields.ANNOTATIONS.object(deployment.json()).fields().entrySet()) {
            boolean own = each.getKey().startsWith("deployment.kubernetes.io/");
            if (!own
                    && !each.getKey().equals(APPLIED)
                    && !each.getValue().equals(present.fields().get(each.getKey()))) {
                annotations = annotations.with(each.getKey(), each.getValue());
            }
        }
        long minReady = ControllerFields.MIN_READY.number(deployment.json(), 0);
        boolean sameWait = minReady == ControllerFields.MIN_READY.number(set.json(), 0);
        if (!annotations.fields().isEmpty() || !sameWait) {
            Json.Obj change = metadata("annotations", annotations);
            context.change(
                    set,
                    sameWait
                            ? change
                            : change.with(
                                    "spec", Json.Obj.of("minReadySeconds", Json.of(minReady))),
                    WriteScope.MAIN);
        }
    }

    private static long highest(List<ObjectVersion> sets) {
        return sets.stream()
                .mapToLong(set ->
                        Rollout.number(
                                ControllerFields.ANNOTATIONS.then(REVISION).text(set.json()), 0))
                .max()
                .orElse(0);
    }

    private void revised(ObjectVersion deployment, String revision) {
        if (!ControllerFields.ANNOTATIONS.then(REVISION).text(deployment.json()).equals(revision)) {
            context.change(
                    deployment,
                    metadata("annotations", Json.Obj.of(REVISION, Json.of(revision))),
                    WriteScope.MAIN);
        }
    }

    private static Json.Obj metadata(String part, Json.Obj value) {
        return Json.Obj.of("metadata", Json.Obj.of(part, value));
    }

    private void create(Rollout rollout, long size) {
        ObjectVersion deployment = rollout.deployment();
        long collisions = COLLISIONS.number(deployment.json(), 0);
        String hash =
                TemplateHash.of(ControllerFields.TEMPLATE.object(deployment.json()), collisions);
        String name = deployment.name() + "-" + hash;
        String revision = Long.toString(1 + highest(rollout.older()));
        Json.Obj set = replicaSet(rollout, name, hash, revision, size);
        switch (context.create(Kind.REPLICA_SET, set)) {
            case Reply.Granted<ObjectVersion>(var made) -> {
                revised(deployment, revision);
                status.created(deployment, made.name());
                if (size > 0) {
                    note(deployment, "up", made.name(), 0, size);
                }
            }
            case Reply.Refused<ObjectVersion>(var why) -> {
                if (why.reason() == StatusReason.ALREADY_EXISTS) {
                    context.status(
                            deployment, Json.Obj.of("collisionCount", Json.of(collisions + 1)));
                } else {
                    deployments.later(PodControl.RETRY, deployment.key());
                }
            }
        }
    }

    private static Json.Obj replicaSet(
            Rollout rollout, String name, String hash, String revision, long size) {
        Json.Obj deployment = rollout.deployment().json();
        Json.Obj template =
                Path.of("metadata", "labels", TemplateHash.LABEL)
                        .set(ControllerFields.TEMPLATE.object(deployment), hash);
        Json.Obj annotations =
                ControllerFields.ANNOTATIONS
                        .object(deployment)
                        .without(APPLIED)
                        .with(REVISION, revision)
                        .with("deployment.kubernetes.io/desired-replicas", text(rollout.replicas()))
                        .with(
                                "deployment.kubernetes.io/max-replicas",
                                text(rollout.replicas() + rollout.maxSurge()));
        Json.Obj metadata =
                Json.Obj.EMPTY
                        .with("name", name)
                        .with("namespace", rollout.deployment().namespace())
                        .with("labels", Path.of("metadata", "labels").object(template))
                        .with("annotations", annotations)
                        .with(
                                "ownerReferences",
                                Json.arr(OwnerReferences.reference(rollout.deployment())));
        Json.Obj spec =
                Json.Obj.EMPTY
                        .with("replicas", size)
                        .with(
                                "selector",
                                Path.of("matchLabels", TemplateHash.LABEL)
                                        .set(ControllerFields.SELECTOR.object(deployment), hash))
                        .with("template", template);
        long minReady = ControllerFields.MIN_READY.number(deployment, 0);
        return ObjectTemplates.named(Kind.REPLICA_SET, "", name)
                .with("metadata", metadata)
                .with("spec", minReady == 0 ? spec : spec.with("minReadySeconds", minReady));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private void resize(Rollout rollout, ObjectVersion set, long size) {
        long before = Rollout.size(set);
        String desired = text(rollout.replicas());
        String max = text(rollout.replicas() + rollout.maxSurge());
        boolean annotated =
                Rollout.DESIRED.text(set.json()).equals(desired)
                        && Rollout.MAX_REPLICAS.text(set.json()).equals(max);
        if (before == size && annotated) {
            return;
        }
        Json.Obj annotations =
                Json.Obj.EMPTY
                        .with("deployment.kubernetes.io/desired-replicas", desired)
                        .with("deployment.kubernetes.io/max-replicas", max);
        Json.Obj change =
                metadata("annotations", annotations)
                        .with("spec", Json.Obj.of("replicas", Json.of(size)));
        if (context.change(set, change, WriteScope.MAIN).granted() && before != size) {
            note(rollout.deployment(), size > before ? "up" : "down", set.name(), before, size);
        }
    }

    private void note(
            ObjectVersion deployment, String direction, String set, long before, long after) {
        context.note(
                deployment,
                false,
                "ScalingReplicaSet",
                "",
                "Scaled %s replica set %s from %d to %d".formatted(direction, set, before, after));
    }

    /// Deletes the oldest replica sets without pods, beyond `revisionHistoryLimit`.
    private void forgetOldest(Rollout rollout) {
        long kept = HISTORY.number(rollout.deployment().json(), DEFAULT_HISTORY);
        var idle = new ArrayList<ObjectVersion>();
        for (ObjectVersion set : rollout.older()) {
            if (Rollout.size(set) == 0
                    && ControllerFields.STATUS.then("replicas").number(set.json(), 0) == 0
                    && !OwnerReferences.leaving(set)) {
                idle.add(set);
            }
        }
        idle.sort(Comparator.comparingLong(set -> highest(List.of(set))));
        for (int i = 0; i < idle.size() - kept; i++) {
            context.delete(idle.get(i));
        }
    }
}
