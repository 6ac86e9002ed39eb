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

/// Schedules the pods of a gang together or not at all.
///
/// A label of a pod names its gang, and another label contains the number of pods that the gang
/// needs. Pods are not scheduled while fewer pods exist. Pods that have a node wait on Permit until
/// enough pods have one. If one pod fails, all waiting pods of the gang are rejected.
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

    /// Accepts every pod. PreEnqueue is the extension point at which a plugin receives pods without
    /// a node.
    @Override
    public Verdict preEnqueue(Pod pod) {
        teamOf(pod)
                .ifPresent(team -> {
                    boolean lacked = members.count(team) < team.size();
                    members.add(team, pod.uid());
                    if (lacked && members.count(team) >= team.size()) {
                        // Events for new pods without a node do not requeue the other pods.
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

    /// Rejects the other waiting pods of the gang, so that they do not keep resources. Called after
    /// a timeout or another failure of one pod.
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
                .filter(waiting -> waiting.plugins().contains(NAME))
                .filter(waiting -> teamOf(waiting.pod()).filter(team::sameGang).isPresent())
                .toList();
    }

    /// Requeues the gang when other pods are deleted and when nodes are added or grow. A failed pod
    /// of the same gang is no reason to requeue, because the gang would reserve and release the
    /// same resources in an endless loop. For new pods of the gang, [#preEnqueue] activates the
    /// others.
    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.DELETE,
                (unschedulable, change) ->
                        change.before()
                                .filter(gone ->
                                        gone instanceof Pod pod && sameGang(pod, unschedulable))
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

    /// The arguments of the plugin.
    ///
    /// @param label the label key that names the gang of a pod
    /// @param sizeLabel the label key for the number of pods that the gang needs
    /// @param timeout how long a pod waits on Permit for the others
    public record Args(String label, String sizeLabel, Duration timeout) {}

    /// Creates the plugin from its arguments.
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
