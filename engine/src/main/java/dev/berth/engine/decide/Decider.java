package dev.berth.engine.decide;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.cycle.ExtenderFailures;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.cycle.PreEnqueueCheck;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.extender.NodeExtenderRound;
import dev.berth.engine.extender.PreemptionExtenderRound;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.RawObjects;
import dev.berth.engine.state.SchedulingThread;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.PodReport;
import dev.berth.model.Encoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodSpec;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeView;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PreemptionPlan;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateObserver;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// Decides on which nodes pods would be placed, in a cluster that is described by objects.
///
/// The state, the plugins and the cycle are those of the live scheduler, including its caches.
/// There is no queue, no clock and no API server, and no pod is bound. Every node is evaluated and
/// scored; if several nodes have the best total, the one with the smallest name is taken.
///
/// Not thread-safe.
public final class Decider implements AutoCloseable {
    private final ClusterState state = new ClusterState();
    private final PluginRunner runner;
    private final NodeExplanations explanations;
    private final Profiles profiles;
    private final SchedulingCycle cycle;
    private final PostFilters postFilters;
    private final Extenders extenders;
    private final RawObjects whole;

    /// Why no more pods can be decided: an observer has failed. Empty if none has.
    private String broken = "";

    /// @throws IllegalArgumentException if a profile cannot be created
    public Decider(List<ProfileSpec> profiles) {
        this(profiles, List.of(), Log.NONE);
    }

    /// @param extenders called for every pod that they are interested in, which may take time
    /// @param log receives the failures of plugins and extenders
    /// @throws IllegalArgumentException if a profile cannot be created
    public Decider(List<ProfileSpec> profiles, List<? extends Extender> extenders, Log log) {
        this.runner = PluginRunner.unmeasured(log);
        this.explanations = new NodeExplanations(state, runner);
        this.extenders = new Extenders(extenders);
        this.whole = new RawObjects(!extenders.isEmpty(), this.extenders.wantNodes());
        this.cycle = new SchedulingCycle(state, runner, new SplittableRandom(0));
        this.postFilters = new PostFilters(runner);
        ClusterReads reads = reads(state, cycle, this.extenders);
        this.profiles = new Profiles(profiles, (spec, plugin) -> new DryRunContext(spec, reads));
        for (Profile profile : this.profiles.all()) {
            for (NamedPlugin<StateObserver> observer : profile.observers()) {
                state.observe(observer.plugin(), change -> observed(observer, change));
            }
        }
    }

    private static ClusterReads reads(
            ClusterState state, SchedulingCycle cycle, Extenders extenders) {
        return new ClusterReads(new SchedulingThread(), state, cycle.whatIf(), extenders);
    }

    private boolean observed(NamedPlugin<StateObserver> observer, Consumer<StateObserver> change) {
        Optional<PluginFailure> failure = runner.observe(observer, change);
        failure.ifPresent(problem ->
                broken =
                        "plugin \"%s\" failed while it observed the state of the cluster: %s"
                                .formatted(observer.name(), PluginFailure.textOf(problem)));
        return failure.isEmpty();
    }

    /// Keeps the complete JSON of a pod or a node, for extenders.
    public void know(KubeObject object, Json.Obj tree) {
        switch (object) {
            case Node node -> whole.seen(node, Optional.of(tree));
            case Pod pod -> whole.seen(pod, Optional.of(tree));
            default -> {}
        }
    }

    /// The kinds of objects that the plugins read besides pods and nodes.
    public Set<Kind> reads() {
        return profiles.reads();
    }

    /// The plugins that are enabled at an extension point of a profile, in order; the weights are
    /// those of scores.
    public List<ProfileSpec.Use> plugins(String schedulerName, ExtensionPoint point) {
        for (Profile profile : profiles.all()) {
            if (profile.name().equals(schedulerName)) {
                return profile.at(point);
            }
        }
        return List.of();
    }

    /// The extension points of the plugin that a provider creates with its default arguments.
    public static <C extends Record> List<ExtensionPoint> pointsOf(
            PluginProvider<C> provider, Gates gates) {
        var state = new ClusterState();
        var cycle =
                new SchedulingCycle(
                        state, PluginRunner.unmeasured(Log.NONE), new SplittableRandom(0));
        ProfileSpec spec = ProfileSpec.named(PodSpec.DEFAULT_SCHEDULER).gates(gates).build();
        try (Plugin plugin =
                provider.create(
                        provider.defaults(gates),
                        new DryRunContext(spec, reads(state, cycle, Extenders.NONE)))) {
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
        state.addOrUpdatePod(pod);
        if (profiles.isResponsibleFor(pod)) {
            state.nominate(pod.uid(), pod.status().nominatedNodeName());
        }
    }

    /// Decides one pod; with `assume` the pod is then charged to its node for the pods that follow.
    public DryRunResult decide(Pod pod, boolean assume) {
        Optional<Profile> profile = profiles.of(pod);
        if (profile.isEmpty()) {
            return NodeExplanations.without(pod, DryRunResult.Outcome.SKIPPED, List.of(), "");
        }
        var attempt =
                new Attempt(
                        new QueuedPod(pod, profile.get(), 0),
                        state.nodes(),
                        pod.status().nominatedNodeName(),
                        true,
                        extenders);
        Optional<PodReport.Gate> gate = PreEnqueueCheck.of(profile.get(), pod, runner);
        if (gate.isPresent()) {
            return NodeExplanations.gated(
                    pod, gate.get(), cycle.explainer().explainGate(attempt, gate.get()));
        }
        if (pod.terminating()) {
            return NodeExplanations.without(
                    pod,
                    DryRunResult.Outcome.SKIPPED,
                    List.of(),
                    "skip schedule deleting pod: " + pod.key());
        }
        if (!broken.isEmpty()) {
            return NodeExplanations.without(pod, DryRunResult.Outcome.ERROR, List.of(), broken);
        }
        DryRunResult result =
                explanations.of(
                        attempt,
                        cycle.explainer()
                                .examine(attempt, shortlist -> callForNodes(attempt, shortlist)),
                        this::runPostFilters);
        if (assume && result.outcome() == DryRunResult.Outcome.SCHEDULED) {
            Optional<String> problem = assume(attempt, result.best().getFirst());
            if (problem.isPresent()) {
                return NodeExplanations.without(
                        pod, DryRunResult.Outcome.ERROR, List.of(), problem.get());
            }
        }
        return result;
    }

    private ExtenderResult callForNodes(Attempt attempt, ExtenderCandidates shortlist) {
        return new NodeExtenderRound(
                        attempt.interestedExtenders(),
                        whole.of(attempt.pod()),
                        shortlist,
                        whole.of(shortlist.names(), state.nodes()),
                        new InlineExecutor(),
                        new ExtenderFailures(runner.failures(), attempt.pod()))
                .call();
    }

    private void callForPreemption(
            Attempt attempt, List<PreemptionPlan> plans, Consumer<PostFilters.Reply> then) {
        Pod pod = attempt.pod();
        if (extenders.preemptorsFor(pod).isEmpty()) {
            then.accept(new PostFilters.Reply(plans, ""));
            return;
        }
        var round =
                new PreemptionExtenderRound(
                        extenders.preemptorsFor(pod),
                        whole.of(pod),
                        plans,
                        PreemptionExtenderRound.podsOn(plans, state.nodes()),
                        victim -> CompletableFuture.completedFuture(Encoder.pod(victim)),
                        new InlineExecutor(),
                        new ExtenderFailures(runner.failures(), attempt.pod()));
        then.accept(PostFilters.Reply.of(round.call(), state));
    }

    private PostFilters.Result runPostFilters(Attempt attempt, DiagnosisReport diagnosis) {
        var result = new AtomicReference<PostFilters.Result>();
        postFilters.run(attempt, diagnosis, this::callForPreemption, result::set);
        return result.get();
    }

    /// Assumes the pod; returns the problem if a Reserve plugin rejects it or fails.
    private Optional<String> assume(Attempt attempt, String node) {
        Pod placed = attempt.pod().on(node);
        state.addOrUpdatePod(attempt.pod());
        state.assume(placed);
        NodeView view = state.nodes().view(state.nodes().row(node).orElseThrow());
        for (NamedPlugin<Reserve> plugin : attempt.profile().reserves()) {
            Optional<String> problem = reserve(plugin, attempt, view);
            if (problem.isPresent()) {
                state.forget(placed.uid());
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> reserve(NamedPlugin<Reserve> plugin, Attempt attempt, NodeView node) {
        try {
            return runner.reserve(plugin, attempt.profile().meter(), attempt, node)
                            instanceof Reject why
                    ? Optional.of(PluginCall.RESERVE.text(plugin.name(), why.message()))
                    : Optional.empty();
        } catch (PluginFailure failure) {
            runner.failures().report(failure, attempt.pod());
            return Optional.of(PluginFailure.textOf(failure));
        }
    }

    @Override
    public void close() {
        extenders.close();
        profiles.close();
    }
}
