package com.example.gang;

import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods.WaitingPod;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Lets the pods of a gang start together or not at all.
///
/// A pod belongs to a gang by its label, and another label says how many the gang needs. While
/// fewer exist, none is tried. Those that found a node wait there until enough have one; when one
/// gives up, all do.
public final class Gang
        implements PreEnqueue, Filter, Reserve, Permit, EnqueueExtensions, StateObserver {
    static final String NAME = "Gang";

    private final Args args;
    private final PluginContext context;
    private final Members members;

    Gang(Args args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.members = new Members(context);
    }

    private Optional<Team> teamOf(Pod pod) {
        return Team.of(pod, args.label(), args.sizeLabel());
    }

    /// Never says no: this is where a plugin hears of pods that have no node yet.
    @Override
    public Verdict preEnqueue(Pod pod) {
        teamOf(pod)
                .ifPresent(team -> {
                    boolean lacked = members.count(team) < team.size();
                    members.add(team, pod.uid());
                    if (lacked && members.count(team) >= team.size()) {
                        // No event tells the others of a pod without a node.
                        context.activate(members.keys(team));
                    }
                });
        return Verdict.PASS;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Optional<Team> team = teamOf(cycle.pod());
        if (team.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        int there = members.count(team.get());
        int needed = team.get().size();
        return there >= needed
                ? PreFilterResult.SKIP
                : PreFilterResult.rejectPod(
                        Reject.unresolvable(
                                "gang %s has %d of %d pods"
                                        .formatted(team.get().name(), there, needed)));
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        return Verdict.PASS;
    }

    @Override
    public PermitVerdict permit(PodCycle cycle, NodeView node) {
        Optional<Team> team = teamOf(cycle.pod());
        if (team.isEmpty()) {
            return PermitVerdict.ALLOW;
        }
        int placed = members.placed(team.get());
        if (placed < team.get().size()) {
            return new PermitVerdict.Wait(
                    args.timeout(),
                    List.of(
                            "gang %s: %d of %d pods have a node"
                                    .formatted(team.get().name(), placed, team.get().size())));
        }
        for (WaitingPod sibling : waiting(team.get())) {
            context.waitingPods().allow(sibling.pod().uid(), NAME);
        }
        return PermitVerdict.ALLOW;
    }

    /// One gave up, by a timeout or because something failed: the others must not hold their room.
    @Override
    public void unreserve(Placement placement) {
        teamOf(placement.pod())
                .ifPresent(team -> {
                    for (WaitingPod sibling : waiting(team)) {
                        context.waitingPods()
                                .reject(
                                        sibling.pod().uid(),
                                        NAME,
                                        "gang %s: pod %s gave up"
                                                .formatted(team.name(), placement.pod().name()));
                    }
                });
    }

    private List<WaitingPod> waiting(Team team) {
        return context.waitingPods().all().stream()
                .filter(held -> held.plugins().contains(NAME))
                .filter(held -> teamOf(held.pod()).filter(team::sameGang).isPresent())
                .toList();
    }

    /// Others that leave make room for the gang, and so do nodes. One of its own that gives up does
    /// not: woken by that, they would hold and give back the same room for ever. Of siblings that
    /// come we tell by ourselves.
    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.DELETE,
                (parked, change) ->
                        change.before()
                                .filter(gone -> gone instanceof Pod pod && sameGang(pod, parked))
                                .isEmpty());
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_ALLOCATABLE);
    }

    private boolean sameGang(Pod one, Pod other) {
        Optional<Team> team = teamOf(one);
        return team.isPresent() && teamOf(other).filter(team.get()::sameGang).isPresent();
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        teamOf(pod).ifPresent(team -> members.place(team, pod.uid()));
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        teamOf(pod).ifPresent(team -> members.displace(team, pod.uid()));
    }

    @Override
    public void forgetAll() {
        members.forgetPlaced();
    }

    /// What an operator may set.
    ///
    /// @param label names the gang of a pod
    /// @param sizeLabel says how many pods the gang needs
    /// @param timeout how long a pod keeps its node for the others
    public record Args(String label, String sizeLabel, Duration timeout) {}

    /// Makes it from its arguments.
    public static final class Provider implements PluginProvider<Args> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Args defaults() {
            return new Args("example.com/gang", "example.com/gang-size", Duration.ofSeconds(60));
        }

        @Override
        public void check(Args args, Gates on, Problems out) {
            if (args.timeout().isNegative() || args.timeout().isZero()) {
                out.add("timeout", args.timeout(), "must be positive");
            }
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            return new Gang(args, context);
        }
    }
}
