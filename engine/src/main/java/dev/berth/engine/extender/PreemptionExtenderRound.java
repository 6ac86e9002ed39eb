package dev.berth.engine.extender;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Nodes;
import dev.berth.spi.PreemptionPlan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Calls the extenders that take part in preemption one after the other, each with the plans that
/// the extender before it accepted.
public final class PreemptionExtenderRound extends ExtenderRound {
    /// Reads the JSON of a pod, for extenders that do not cache nodes.
    @FunctionalInterface
    public interface Reader {
        CompletableFuture<Json.Obj> read(Pod pod);
    }

    private final List<Extender> extenders;
    private final Json.Obj pod;
    private final List<PreemptionPlan> plans;
    private final Map<String, Map<String, Pod>> podsOn;
    private final Reader reader;
    private final BindingExecutor executor;
    private final Map<String, CompletableFuture<Json.Obj>> read = new HashMap<>();

    /// @param podsOn the pods on the nodes of the plans, by node and UID; extenders can choose
    ///   other victims among them
    public PreemptionExtenderRound(
            List<Extender> extenders,
            Json.Obj pod,
            List<PreemptionPlan> plans,
            Map<String, Map<String, Pod>> podsOn,
            Reader reader,
            BindingExecutor executor,
            FailureListener failures) {
        super(failures);
        this.extenders = extenders;
        this.pod = pod;
        this.plans = plans;
        this.podsOn = podsOn;
        this.reader = reader;
        this.executor = executor;
    }

    /// The pods on the nodes of some plans, by node and UID.
    public static Map<String, Map<String, Pod>> podsOn(List<PreemptionPlan> plans, Nodes nodes) {
        var podsOn = new HashMap<String, Map<String, Pod>>();
        for (PreemptionPlan plan : plans) {
            var pods = new HashMap<String, Pod>();
            nodes.row(plan.node())
                    .ifPresent(row ->
                            nodes.view(row).pods().forEach(each -> pods.put(each.uid(), each)));
            podsOn.put(plan.node(), pods);
        }
        return podsOn;
    }

    @Override
    ExtenderResult handle() throws ExtenderException, InterruptedException {
        List<Extender.Evictions> left =
                plans.stream().map(PreemptionExtenderRound::proposal).toList();
        for (Extender extender : extenders) {
            if (left.isEmpty()) {
                break;
            }
            try {
                left = preempt(extender, left);
            } catch (ExtenderException failure) {
                failed(extender, "Preempt", failure);
            }
        }
        return new ExtenderResult.OnPreemption(left);
    }

    private static Extender.Evictions proposal(PreemptionPlan plan) {
        return new Extender.Evictions(
                plan.node(),
                plan.victims().stream().map(Pod::uid).toList(),
                List.of(),
                plan.violations());
    }

    private List<Extender.Evictions> preempt(Extender extender, List<Extender.Evictions> proposal)
            throws ExtenderException, InterruptedException {
        var left = new ArrayList<Extender.Evictions>();
        List<Extender.Evictions> request =
                extender.spec().nodeCacheCapable() ? proposal : withPods(proposal);
        for (Extender.Evictions accepted : call(() -> extender.preempt(pod, request))) {
            List<String> uids = accepted.uids().stream().distinct().toList();
            check(extender, accepted.node(), uids);
            if (!uids.isEmpty()) {
                left.add(
                        new Extender.Evictions(
                                accepted.node(), uids, List.of(), accepted.violations()));
            } else if (!extender.spec().ignorable()) {
                throw new ExtenderException(
                        "expected at least one victim pod on node \"%s\""
                                .formatted(accepted.node()));
            }
        }
        return left;
    }

    private void check(Extender extender, String node, List<String> uids) throws ExtenderException {
        Map<String, Pod> there = podsOn.get(node);
        if (there == null) {
            throw new ExtenderException(
                    "extender: %s claims to preempt on node: %s, which is not in the request"
                            .formatted(extender.spec().name(), node));
        }
        for (String uid : uids) {
            if (!there.containsKey(uid)) {
                throw new ExtenderException(
                        "extender: %s claims to preempt pod (UID: %s) on node: %s, but the pod is not found on that node"
                                .formatted(extender.spec().name(), uid, node));
            }
        }
    }

    /// The request with the JSON of the victims; all are read in parallel, and each once for all
    /// extenders.
    private List<Extender.Evictions> withPods(List<Extender.Evictions> proposal)
            throws InterruptedException {
        for (Extender.Evictions each : proposal) {
            Map<String, Pod> there = podsOn.getOrDefault(each.node(), Map.of());
            for (String uid : each.uids()) {
                Pod victim = there.get(uid);
                if (victim != null) {
                    read.computeIfAbsent(uid, unread -> reader.read(victim));
                }
            }
        }
        var complete = new ArrayList<Extender.Evictions>();
        for (Extender.Evictions each : proposal) {
            var pods = new ArrayList<Json.Obj>();
            for (String uid : each.uids()) {
                CompletableFuture<Json.Obj> answer = read.get(uid);
                if (answer != null) {
                    pods.add(awaited(answer));
                }
            }
            complete.add(new Extender.Evictions(each.node(), each.uids(), pods, each.violations()));
        }
        return complete;
    }

    private Json.Obj awaited(CompletableFuture<Json.Obj> answer) throws InterruptedException {
        try {
            return executor.await(answer);
        } catch (ExecutionException problem) {
            throw new IllegalStateException(problem.getCause());
        }
    }
}
