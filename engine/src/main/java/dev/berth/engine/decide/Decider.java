package dev.berth.engine.decide;

import dev.berth.engine.consult.EvictionRound;
import dev.berth.engine.consult.Extenders;
import dev.berth.engine.consult.NodeRound;
import dev.berth.engine.consult.Shortlist;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.cycle.Examination;
import dev.berth.engine.cycle.Offers;
import dev.berth.engine.cycle.PluginFailure;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.port.Advice;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.WholeObjects;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.model.Encoder;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodSpec;
import dev.berth.model.json.Json;
import dev.berth.spi.EvictionPlan;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

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
    private final Extenders extenders;
    private final WholeObjects whole;

    /// Why nothing can be decided any more: a plugin lost track of the cluster. Empty if none did.
    private String broken = "";

    /// @throws IllegalArgumentException when a profile cannot be made
    public Decider(List<ProfileSpec> profiles) {
        this(profiles, List.of());
    }

    /// @param extenders asked for every pod that concerns them, which may take time
    /// @throws IllegalArgumentException when a profile cannot be made
    public Decider(List<ProfileSpec> profiles, List<? extends Extender> extenders) {
        var times = new PluginTimes(() -> 0);
        this.extenders = new Extenders(extenders);
        this.whole = new WholeObjects(!extenders.isEmpty(), this.extenders.wantNodes());
        this.cycle = new SchedulingCycle(state, times, new SplittableRandom(0), this.extenders);
        this.postFilters = new PostFilters(times);
        this.profiles =
                new Profiles(
                        profiles, spec -> new PaperContext(spec, state, cycle, this.extenders));
        for (Profile profile : this.profiles.all()) {
            for (Named<StateObserver> observer : profile.observers()) {
                state.observe(
                        observer.plugin(),
                        problem ->
                                broken =
                                        "plugin \"%s\" failed as it was told of the cluster: %s"
                                                .formatted(
                                                        observer.name(),
                                                        PluginFailure.textOf(problem)));
            }
        }
    }

    /// Remembers a pod or a node as the API server has it, for extenders.
    public void know(KubeObject object, Json.Obj tree) {
        switch (object) {
            case Node node -> whole.seen(node, Optional.of(tree));
            case Pod pod -> whole.seen(pod, Optional.of(tree));
            default -> {}
        }
    }

    /// Which plugins of a profile take part at a point, in order; weights are those of scores.
    public List<ProfileSpec.Use> plugins(String schedulerName, ExtensionPoint point) {
        for (Profile profile : profiles.all()) {
            if (profile.name().equals(schedulerName)) {
                return profile.at(point);
            }
        }
        return List.of();
    }

    /// The extension points of what a provider makes from its defaults.
    public static <C extends Record> List<ExtensionPoint> pointsOf(
            PluginProvider<C> provider, Gates gates) {
        var state = new ClusterState();
        var cycle =
                new SchedulingCycle(
                        state, new PluginTimes(() -> 0), new SplittableRandom(0), Extenders.NONE);
        ProfileSpec spec = ProfileSpec.named(PodSpec.DEFAULT_SCHEDULER).gates(gates).build();
        try (Plugin plugin =
                provider.create(
                        provider.defaults(gates),
                        new PaperContext(spec, state, cycle, Extenders.NONE))) {
            return Arrays.stream(ExtensionPoint.values())
                    .filter(point -> point.offeredBy(plugin))
                    .toList();
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
        if (!broken.isEmpty()) {
            return without(pod, Ruling.Outcome.ERROR, List.of(), broken);
        }
        var attempt =
                new Attempt(
                        new QueuedPod(pod, profile.get(), 0),
                        state.nodes(),
                        pod.status().nominatedNodeName(),
                        true,
                        extenders.choosersFor(pod));
        Ruling ruling =
                switch (cycle.examine(attempt, shortlist -> ask(attempt, shortlist))) {
                    case Examination.NoNodes none ->
                            without(
                                    pod,
                                    Ruling.Outcome.UNSCHEDULABLE,
                                    List.of(),
                                    Choice.NoNodes.MESSAGE);
                    case Examination.Broken(String message) ->
                            without(pod, Ruling.Outcome.ERROR, List.of(), message);
                    case Examination.Unfit unfit -> unfit(attempt, unfit);
                    case Examination.Fit fit -> fit(attempt, fit);
                };
        if (assume && ruling.outcome() == Ruling.Outcome.SCHEDULED) {
            Optional<String> problem = assume(attempt, ruling.best().getFirst());
            if (problem.isPresent()) {
                return without(pod, Ruling.Outcome.ERROR, List.of(), problem.get());
            }
        }
        return ruling;
    }

    private Advice ask(Attempt attempt, Shortlist shortlist) {
        return new NodeRound(
                        attempt.choosers(),
                        whole.of(attempt.pod()),
                        shortlist,
                        whole.of(shortlist.names(), state.nodes()),
                        new AtOnce(),
                        (extender, verb, problem) -> {})
                .ask();
    }

    private void askAboutEvictions(
            Attempt attempt, List<EvictionPlan> plans, Consumer<PostFilters.Reply> then) {
        Pod pod = attempt.pod();
        if (extenders.preemptorsFor(pod).isEmpty()) {
            then.accept(new PostFilters.Reply(plans, ""));
            return;
        }
        var round =
                new EvictionRound(
                        extenders.preemptorsFor(pod),
                        whole.of(pod),
                        plans,
                        EvictionRound.podsOn(plans, state.nodes()),
                        victim -> CompletableFuture.completedFuture(Encoder.pod(victim)),
                        new AtOnce(),
                        (extender, verb, problem) -> {});
        then.accept(PostFilters.Reply.of(round.ask(), state));
    }

    /// A plugin that keeps a pod out of the queue.
    private record Gate(String plugin, Reject why) {}

    private static Optional<Gate> gate(Profile profile, Pod pod) {
        for (Named<PreEnqueue> plugin : profile.preEnqueues()) {
            try {
                if (PluginFailure.answered(plugin.plugin().preEnqueue(pod)) instanceof Reject why) {
                    return Optional.of(new Gate(plugin.name(), why));
                }
            } catch (RuntimeException | Error problem) {
                return Optional.of(
                        new Gate(plugin.name(), Reject.resolvable(PluginFailure.textOf(problem))));
            }
        }
        return Optional.empty();
    }

    private Ruling unfit(Attempt attempt, Examination.Unfit unfit) {
        DiagnosisReport diagnosis = unfit.diagnosis();
        Optional<String> said = Optional.empty();
        Optional<Preemption> preemption = Optional.empty();
        if (!attempt.profile().postFilters().isEmpty()) {
            var helped = new AtomicReference<Optional<Preemption>>(Optional.empty());
            postFilters.tryToHelp(
                    attempt,
                    diagnosis,
                    this::askAboutEvictions,
                    aftermath -> helped.set(aftermath.preemption()));
            preemption = helped.get();
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
                preemption,
                Collections.emptySortedMap());
    }

    private Ruling fit(Attempt attempt, Examination.Fit fit) {
        Pod pod = attempt.pod();
        List<String> best = fit.promised().map(List::of).orElseGet(() -> best(fit.nodes()));
        return new Ruling(
                pod.key(),
                pod.spec().schedulerName(),
                Ruling.Outcome.SCHEDULED,
                best,
                fit.promised().isPresent(),
                byName(fit.nodes()),
                Optional.empty(),
                List.copyOf(fit.diagnosis().plugins()),
                List.copyOf(fit.diagnosis().pending()),
                "",
                Optional.empty(),
                Optional.empty(),
                offers(attempt, best.getFirst()));
    }

    private SortedMap<String, List<String>> offers(Attempt attempt, String node) {
        int row = state.nodes().row(node).orElseThrow();
        return Offers.of(attempt, state.nodes().view(row));
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
                Optional.empty(),
                Collections.emptySortedMap());
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

    /// Takes the room; the problem when a plugin does not let it.
    private Optional<String> assume(Attempt attempt, String node) {
        Pod placed = attempt.pod().on(node);
        state.see(attempt.pod());
        state.assume(placed);
        int row = state.nodes().row(node).orElseThrow();
        for (Named<Reserve> plugin : attempt.profile().reserves()) {
            try {
                if (PluginFailure.answered(
                                plugin.plugin().reserve(attempt, state.nodes().view(row)))
                        instanceof Reject why) {
                    throw new IllegalStateException(why.message());
                }
            } catch (RuntimeException | Error problem) {
                state.forget(placed.uid());
                return Optional.of(
                        "running Reserve plugin \"%s\": %s"
                                .formatted(plugin.name(), PluginFailure.textOf(problem)));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        extenders.close();
        profiles.close();
    }
}
