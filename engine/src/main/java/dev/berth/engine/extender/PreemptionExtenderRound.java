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

/// Asks extenders one after the other which evictions are right; each is asked about what the one
/// before it left.
public final class PreemptionExtenderRound extends ExtenderRound {
    /// Reads a pod whole, for extenders that do not know it.
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
    private final Complaints complaints;
    private final Map<String, CompletableFuture<Json.Obj>> read = new HashMap<>();

    /// @param podsOn the pods on the nodes of the plans, by node and UID: extenders may choose
    ///   among them
    public PreemptionExtenderRound(
            List<Extender> extenders,
            Json.Obj pod,
            List<PreemptionPlan> plans,
            Map<String, Map<String, Pod>> podsOn,
            Reader reader,
            BindingExecutor executor,
            Complaints complaints) {
        this.extenders = extenders;
        this.pod = pod;
        this.plans = plans;
        this.podsOn = podsOn;
        this.reader = reader;
        this.executor = executor;
        this.complaints = complaints;
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
                left = ask(extender, left);
            } catch (ExtenderException failure) {
                if (!extender.spec().ignorable()) {
                    throw failure;
                }
                complaints.about(extender, "Preempt", failure);
            }
        }
        return new ExtenderResult.OnEvictions(left);
    }

    private static Extender.Evictions proposal(PreemptionPlan plan) {
        return new Extender.Evictions(
                plan.node(),
                plan.victims().stream().map(Pod::uid).toList(),
                List.of(),
                plan.violations());
    }

    private List<Extender.Evictions> ask(Extender extender, List<Extender.Evictions> proposal)
            throws ExtenderException, InterruptedException {
        var left = new ArrayList<Extender.Evictions>();
        List<Extender.Evictions> asked =
                extender.spec().nodeCacheCapable() ? proposal : whole(proposal);
        for (Extender.Evictions said : made(() -> extender.preempt(pod, asked))) {
            List<String> uids = said.uids().stream().distinct().toList();
            check(extender, said.node(), uids);
            if (!uids.isEmpty()) {
                left.add(new Extender.Evictions(said.node(), uids, List.of(), said.violations()));
            } else if (!extender.spec().ignorable()) {
                throw new ExtenderException(
                        "expected at least one victim pod on node \"%s\"".formatted(said.node()));
            }
        }
        return left;
    }

    private void check(Extender extender, String node, List<String> uids) throws ExtenderException {
        Map<String, Pod> there = podsOn.get(node);
        if (there == null) {
            throw new ExtenderException(
                    "extender: %s claims to preempt on node: %s, which was not in the request"
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

    /// The proposal with pods; all are read at once, and each once for all extenders.
    private List<Extender.Evictions> whole(List<Extender.Evictions> proposal)
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
        var whole = new ArrayList<Extender.Evictions>();
        for (Extender.Evictions each : proposal) {
            var pods = new ArrayList<Json.Obj>();
            for (String uid : each.uids()) {
                CompletableFuture<Json.Obj> answer = read.get(uid);
                if (answer != null) {
                    pods.add(awaited(answer));
                }
            }
            whole.add(new Extender.Evictions(each.node(), each.uids(), pods, each.violations()));
        }
        return whole;
    }

    private Json.Obj awaited(CompletableFuture<Json.Obj> answer) throws InterruptedException {
        try {
            return executor.await(answer);
        } catch (ExecutionException problem) {
            throw new IllegalStateException(problem.getCause());
        }
    }
}
