package dev.berth.engine.consult;

import dev.berth.engine.port.Advice;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.EvictionPlan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Asks extenders one after the other which evictions are right; each is asked about what the one
/// before it left.
public final class EvictionRound extends Round {
    /// Reads a pod whole, for extenders that do not know it.
    @FunctionalInterface
    public interface Reader {
        Json.Obj read(Pod pod) throws InterruptedException;
    }

    private final List<Extender> extenders;
    private final Json.Obj pod;
    private final List<EvictionPlan> plans;
    private final Reader reader;
    private final Complaints complaints;
    private final Map<String, Pod> victims = new HashMap<>();

    public EvictionRound(
            List<Extender> extenders,
            Json.Obj pod,
            List<EvictionPlan> plans,
            Reader reader,
            Complaints complaints) {
        this.extenders = extenders;
        this.pod = pod;
        this.plans = plans;
        this.reader = reader;
        this.complaints = complaints;
        plans.forEach(plan -> plan.victims().forEach(each -> victims.put(each.uid(), each)));
    }

    @Override
    Advice hear() throws ExtenderException, InterruptedException {
        List<Extender.Evictions> left = plans.stream().map(EvictionRound::proposal).toList();
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
        return new Advice.OnEvictions(left);
    }

    private static Extender.Evictions proposal(EvictionPlan plan) {
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
        for (Extender.Evictions said : extender.preempt(pod, asked)) {
            if (!said.uids().isEmpty()) {
                left.add(said);
            } else if (!extender.spec().ignorable()) {
                throw new ExtenderException(
                        "expected at least one victim pod on node \"%s\"".formatted(said.node()));
            }
        }
        return left;
    }

    private List<Extender.Evictions> whole(List<Extender.Evictions> proposal)
            throws InterruptedException {
        var whole = new ArrayList<Extender.Evictions>();
        for (Extender.Evictions each : proposal) {
            var pods = new ArrayList<Json.Obj>();
            for (String uid : each.uids()) {
                Pod victim = victims.get(uid);
                if (victim != null) {
                    pods.add(reader.read(victim));
                }
            }
            whole.add(new Extender.Evictions(each.node(), each.uids(), pods, each.violations()));
        }
        return whole;
    }
}
