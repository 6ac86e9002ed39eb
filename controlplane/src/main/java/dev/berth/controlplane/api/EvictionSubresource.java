package dev.berth.controlplane.api;

import dev.berth.controlplane.store.Conditions;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusDetails;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.DisruptionBudget;
import dev.berth.model.Kind;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Selector;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The `eviction` subresource of pods: a deletion that disruption budgets can reject.
final class EvictionSubresource {
    private static final Path PHASE = Path.of("status", "phase");
    private static final Path DELETED = Path.of("metadata", "deletionTimestamp");
    private static final Path GENERATION = Path.of("metadata", "generation");
    private static final Path OBSERVED = Path.of("status", "observedGeneration");
    private static final Path ALLOWED = Path.of("status", "disruptionsAllowed");
    private static final Path HEALTHY = Path.of("status", "currentHealthy");
    private static final Path DESIRED = Path.of("status", "desiredHealthy");
    private static final Path DISRUPTED = Path.of("status", "disruptedPods");
    private static final Path CONDITIONS = Path.of("status", "conditions");
    private static final Path UNHEALTHY = Path.of("spec", "unhealthyPodEvictionPolicy");
    private static final Path OPTIONS = Path.of("deleteOptions");
    private static final int MAX_DISRUPTED = 2_000;
    private static final String VIOLATED =
            "Cannot evict pod as it would violate the pod's disruption budget.";

    private final Store store;

    EvictionSubresource(Store store) {
        this.store = store;
    }

    Reply<WriteResult> evict(
            String namespace, String name, Json.Obj eviction, WriteOptions options) {
        if (!BodyChecks.NAME.text(eviction).equals(name)) {
            return Reply.no(
                    StatusError.badRequest("name in URL does not match name in Eviction object"));
        }
        boolean dryRun =
                options.dryRun() || !Path.of("dryRun").items(OPTIONS.object(eviction)).isEmpty();
        return store.together(() ->
                store.get(Kind.POD, namespace, name)
                        .then(pod -> {
                            DeleteRequest deletion = deletion(OPTIONS.object(eviction));
                            return dryRun
                                    ? store.dryRun(() -> evict(pod, deletion, true))
                                    : evict(pod, deletion, false);
                        }));
    }

    private Reply<WriteResult> evict(ObjectVersion pod, DeleteRequest deletion, boolean dryRun) {
        if (free(pod.json())) {
            return delete(pod, deletion);
        }
        List<ObjectVersion> budgets = budgets(pod);
        if (budgets.size() > 1) {
            return Reply.no(
                    new StatusError(
                            StatusReason.UNKNOWN,
                            "This pod has more than one PodDisruptionBudget, which the eviction"
                                    + " subresource does not support."));
        }
        if (budgets.isEmpty() || unhealthyGoes(pod.json(), budgets.getFirst().json())) {
            return delete(pod, deletion);
        }
        ObjectVersion budget = budgets.getFirst();
        return allowed(budget)
                .then(_ -> {
                    if (dryRun) {
                        return Reply.of(budget);
                    }
                    return store.replace(charged(budget, pod.name()), WriteScope.STATUS);
                })
                .then(_ -> delete(pod, deletion));
    }

    /// Whether the pod can be evicted regardless of budgets (upstream: `canIgnorePDB`). This
    /// applies to pods that are pending, finished or being deleted.
    private static boolean free(Json.Obj pod) {
        String phase = PHASE.text(pod);
        return phase.equals("Succeeded")
                || phase.equals("Failed")
                || phase.equals("Pending")
                || DELETED.in(pod);
    }

    private List<ObjectVersion> budgets(ObjectVersion pod) {
        Labels labels = pod.typed().meta().labels();
        return store
                .list(ObjectSelection.of(Kind.DISRUPTION_BUDGET).in(pod.namespace()))
                .objects()
                .stream()
                .filter(budget -> selects(budget, labels))
                .toList();
    }

    private static boolean selects(ObjectVersion budget, Labels labels) {
        Optional<LabelSelector> selector =
                budget.typed() instanceof DisruptionBudget typed
                        ? typed.selector()
                        : Optional.empty();
        return Selector.of(selector).matches(labels);
    }

    private static boolean unhealthyGoes(Json.Obj pod, Json.Obj budget) {
        boolean ready =
                Path.of("status", "conditions").items(pod).stream()
                        .anyMatch(it ->
                                Path.of("type").text(it).equals("Ready")
                                        && Path.of("status").text(it).equals("True"));
        if (ready) {
            return false;
        }
        return UNHEALTHY.text(budget).equals("AlwaysAllow")
                || DESIRED.number(budget, 0) > 0
                        && HEALTHY.number(budget, 0) >= DESIRED.number(budget, 0);
    }

    private static Reply<ObjectVersion> allowed(ObjectVersion budget) {
        Json.Obj tree = budget.json();
        if (OBSERVED.number(tree, 0) < GENERATION.number(tree, 0)) {
            return Reply.no(
                    violated(
                            "The disruption budget "
                                    + budget.name()
                                    + " is still being processed by the server.",
                            10));
        }
        long allowed = ALLOWED.number(tree, 0);
        if (allowed < 0) {
            return Reply.no(
                    StatusError.forbidden(
                            budget.kind(), budget.name(), "pdb disruptions allowed is negative"));
        }
        if (DISRUPTED.object(tree).fields().size() > MAX_DISRUPTED) {
            return Reply.no(
                    StatusError.forbidden(
                            budget.kind(),
                            budget.name(),
                            "DisruptedPods map too big - too many evictions not confirmed by PDB"
                                    + " controller"));
        }
        if (allowed == 0) {
            return Reply.no(
                    violated(
                            "The disruption budget %s needs %d healthy pods and has %d currently"
                                    .formatted(
                                            budget.name(),
                                            DESIRED.number(tree, 0),
                                            HEALTHY.number(tree, 0)),
                            0));
        }
        return Reply.of(budget);
    }

    private static StatusError violated(String cause, int retryAfterSeconds) {
        return new StatusError(
                StatusReason.TOO_MANY_REQUESTS,
                VIOLATED,
                StatusDetails.NONE
                        .with(new StatusDetails.Cause("DisruptionBudget", cause, ""))
                        .after(retryAfterSeconds));
    }

    /// The budget after one more disruption.
    private Json.Obj charged(ObjectVersion budget, String pod) {
        Json.Obj tree = budget.json();
        tree = ALLOWED.set(tree, ALLOWED.number(tree, 0) - 1);
        if (ALLOWED.number(tree, 0) == 0) {
            tree = exhausted(tree);
        }
        return DISRUPTED.then(pod).set(tree, store.stamp().now());
    }

    /// The budget with the condition `DisruptionAllowed` set to `False`.
    private Json.Obj exhausted(Json.Obj budget) {
        var conditions = new ArrayList<Json>();
        for (Json condition : CONDITIONS.items(budget)) {
            if (!Path.of("type").text(condition).equals("DisruptionAllowed")) {
                conditions.add(condition);
            }
        }
        conditions.add(
                Json.Obj.EMPTY
                        .with("type", "DisruptionAllowed")
                        .with("status", "False")
                        .with("observedGeneration", OBSERVED.number(budget, 0))
                        .with("lastTransitionTime", store.stamp().now())
                        .with("reason", "InsufficientPods")
                        .with("message", ""));
        return CONDITIONS.set(budget, new Json.Arr(conditions));
    }

    private Reply<WriteResult> delete(ObjectVersion pod, DeleteRequest deletion) {
        String now = store.stamp().now();
        return store.delete(
                        Kind.POD,
                        pod.namespace(),
                        pod.name(),
                        deletion,
                        tree -> Conditions.set(tree, Conditions.evicted(), now))
                .map(_ -> BindingSubresource.done());
    }

    private static DeleteRequest deletion(Json.Obj options) {
        Path grace = Path.of("gracePeriodSeconds");
        return new DeleteRequest(
                Path.of("preconditions", "uid").text(options),
                Path.of("preconditions", "resourceVersion").text(options),
                grace.in(options)
                        ? OptionalLong.of(grace.number(options, 0))
                        : OptionalLong.empty());
    }
}
