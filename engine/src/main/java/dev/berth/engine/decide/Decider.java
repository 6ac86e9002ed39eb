package dev.berth.engine.decide;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.cycle.Examination;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Says where pods would go in a cluster that is only written down.
///
/// The state, the plugins and the cycle are those of the live scheduler, with what it remembers
/// between pods; there is no queue, no clock and no cluster, and nothing is bound. Every node is
/// examined and scored, and of several best nodes the one with the smallest name is taken.
///
/// Not safe for several threads: each needs its own.
public final class Decider implements AutoCloseable {
    private final ClusterState state = new ClusterState();
    private final Profiles profiles;
    private final SchedulingCycle cycle;
    private final PostFilters postFilters;

    /// @throws IllegalArgumentException when a profile cannot be made
    public Decider(List<ProfileSpec> profiles) {
        var times = new PluginTimes(() -> 0);
        this.cycle = new SchedulingCycle(state, times, new SplittableRandom(0));
        this.postFilters = new PostFilters(times);
        this.profiles = new Profiles(profiles, spec -> new PaperContext(spec, state, cycle));
        for (Profile profile : this.profiles.all()) {
            for (Named<StateObserver> observer : profile.observers()) {
                state.observe(
                        observer.plugin(),
                        problem -> {
                            throw new IllegalStateException(observer.name(), problem);
                        });
            }
        }
    }

    /// Adds an object to the cluster; finished pods are left out.
    public void put(KubeObject object) {
        switch (object) {
            case Node node -> state.put(node);
            case Pod pod -> put(pod);
            default -> state.put(object);
        }
    }

    private void put(Pod pod) {
        if (pod.status().finished()) {
            return;
        }
        if (pod.assigned()) {
            state.place(pod);
            return;
        }
        state.see(pod);
        Optional<Profile> profile = profiles.of(pod);
        if (profile.isPresent() && gate(profile.get(), pod).isEmpty()) {
            state.nominations().put(pod.uid(), pod.status().nominatedNodeName());
        }
    }

    /// Decides one pod; with `assume` it then takes room on its node for the pods that follow.
    public Ruling decide(Pod pod, boolean assume) {
        Optional<Profile> profile = profiles.of(pod);
        if (profile.isEmpty()) {
            return without(pod, Ruling.Outcome.SKIPPED, List.of(), "");
        }
        Optional<Gate> gate = gate(profile.get(), pod);
        if (gate.isPresent()) {
            return without(
                    pod,
                    Ruling.Outcome.GATED,
                    List.of(gate.get().plugin()),
                    gate.get().why().message());
        }
        if (pod.terminating()) {
            return without(
                    pod,
                    Ruling.Outcome.SKIPPED,
                    List.of(),
                    "skip schedule deleting pod: " + pod.key());
        }
        var attempt =
                new Attempt(
                        new QueuedPod(pod, profile.get(), 0),
                        state.nodes(),
                        pod.status().nominatedNodeName(),
                        true);
        Ruling ruling =
                switch (cycle.examine(attempt)) {
                    case Examination.NoNodes none ->
                            without(
                                    pod,
                                    Ruling.Outcome.UNSCHEDULABLE,
                                    List.of(),
                                    Choice.NoNodes.MESSAGE);
                    case Examination.Broken(String message) ->
                            without(pod, Ruling.Outcome.ERROR, List.of(), message);
                    case Examination.Unfit unfit -> unfit(attempt, unfit);
                    case Examination.Fit fit -> fit(pod, fit);
                };
        if (assume && ruling.outcome() == Ruling.Outcome.SCHEDULED) {
            assume(attempt, ruling.best().getFirst());
        }
        return ruling;
    }

    /// A plugin that keeps a pod out of the queue.
    private record Gate(String plugin, Reject why) {}

    private static Optional<Gate> gate(Profile profile, Pod pod) {
        for (Named<PreEnqueue> plugin : profile.preEnqueues()) {
            if (plugin.plugin().preEnqueue(pod) instanceof Reject why) {
                return Optional.of(new Gate(plugin.name(), why));
            }
        }
        return Optional.empty();
    }

    private Ruling unfit(Attempt attempt, Examination.Unfit unfit) {
        DiagnosisReport diagnosis = unfit.diagnosis();
        Optional<String> said = Optional.empty();
        Optional<Preemption> preemption = Optional.empty();
        if (!attempt.profile().postFilters().isEmpty()) {
            preemption = postFilters.tryToHelp(attempt, diagnosis).preemption();
            said = Optional.of(diagnosis.postFilterMessage());
        }
        return new Ruling(
                attempt.pod().key(),
                attempt.profile().name(),
                Ruling.Outcome.UNSCHEDULABLE,
                List.of(),
                false,
                byName(unfit.nodes()),
                diagnosis
                        .refusal()
                        .map(why ->
                                new RejectedNodes(
                                        diagnosis.refuser(),
                                        why.hope().code(),
                                        why.reasons(),
                                        state.nodes().count())),
                List.copyOf(diagnosis.plugins()),
                List.copyOf(diagnosis.pending()),
                diagnosis.message(),
                said,
                preemption);
    }

    private static Ruling fit(Pod pod, Examination.Fit fit) {
        return new Ruling(
                pod.key(),
                pod.spec().schedulerName(),
                Ruling.Outcome.SCHEDULED,
                fit.promised().map(List::of).orElseGet(() -> best(fit.nodes())),
                fit.promised().isPresent(),
                byName(fit.nodes()),
                Optional.empty(),
                List.copyOf(fit.diagnosis().plugins()),
                List.copyOf(fit.diagnosis().pending()),
                "",
                Optional.empty(),
                Optional.empty());
    }

    private static Ruling without(
            Pod pod, Ruling.Outcome outcome, List<String> plugins, String message) {
        return new Ruling(
                pod.key(),
                pod.spec().schedulerName(),
                outcome,
                List.of(),
                false,
                Collections.emptySortedMap(),
                Optional.empty(),
                plugins,
                List.of(),
                message,
                Optional.empty(),
                Optional.empty());
    }

    private static SortedMap<String, NodeDetail> byName(List<NodeDetail> nodes) {
        var sorted = new TreeMap<String, NodeDetail>();
        for (NodeDetail node : nodes) {
            sorted.put(node.node(), node);
        }
        return sorted;
    }

    private static List<String> best(List<NodeDetail> nodes) {
        var best = new ArrayList<String>();
        long highest = Long.MIN_VALUE;
        for (NodeDetail node : nodes) {
            if (node.scores().isPresent()) {
                long total = node.scores().get().total();
                if (total > highest) {
                    best.clear();
                    highest = total;
                }
                if (total == highest) {
                    best.add(node.node());
                }
            }
        }
        Collections.sort(best);
        return best;
    }

    private void assume(Attempt attempt, String node) {
        Pod placed = attempt.pod().on(node);
        state.see(attempt.pod());
        state.assume(placed);
        int row = state.nodes().row(node).orElseThrow();
        for (Named<Reserve> plugin : attempt.profile().reserves()) {
            if (plugin.plugin().reserve(attempt, state.nodes().view(row)) instanceof Reject why) {
                throw new IllegalStateException(why.message());
            }
        }
    }

    @Override
    public void close() {
        profiles.close();
    }
}
