package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.BindingCycle;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.WaitingPodsMap;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.NodeExplainer;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.PreEnqueueCheck;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.NodeChanges;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeReport;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.QueueMove;
import dev.berth.engine.view.Requeue;
import dev.berth.engine.view.Ruling;
import dev.berth.engine.view.Standings;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.PodShape;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Resource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/// Answers questions on the scheduling thread; none of them changes anything.
final class QueryHandler {
    private static final int MAX_ATTEMPTS = 32;

    private final Binder binder;
    private final NodeExplainer explainer;
    private final PluginRunner runner;
    private final EngineStatistics statistics;
    private final LoopControl control;
    private final ClusterState state;
    private final NodeTable nodes;
    private final SchedulingQueue queue;
    private final Profiles profiles;
    private final DecisionRecorder recorder;
    private final StatusWriter statuses;
    private final NodeExplanations rulings;
    private final LongSupplier now;

    QueryHandler(EngineWiring engine, EngineStatistics statistics, LoopControl control) {
        this.state = engine.state();
        this.nodes = state.nodes();
        this.queue = engine.queue();
        this.binder = engine.binder();
        this.explainer = engine.cycle().explainer();
        this.runner = engine.services().runner();
        this.profiles = engine.profiles();
        this.recorder = engine.recorder();
        this.statuses = engine.statuses();
        this.rulings = new NodeExplanations(state, runner);
        this.now = engine.now();
        this.statistics = statistics;
        this.control = control;
    }

    @SuppressWarnings("unchecked") // Each query names the type of its answer.
    <T> T to(Query<T> query) {
        return (T)
                switch (query) {
                    case Query.Decisions(int atMost) -> recorder.ring().newest(atMost);
                    case Query.DecisionOf(String podKey) -> recorder.ring().newestOf(podKey);
                    case Query.PendingPods pending -> pendingPods();
                    case Query.Pods pods -> state.pods().stream().map(PodEntry::seen).toList();
                    case Query.Everyone everyone -> standings();
                    case Query.Explain(String podKey) -> known(podKey).map(this::report);
                    case Query.Examine(String podKey) -> known(podKey).map(this::examined);
                    case Query.Judge(String node, int kinds) -> evaluated(node, kinds);
                    case Query.Nominations nominations -> state.nominations().all();
                    case Query.Stats wanted -> statistics.collect();
                    case Query.Beat beat -> pulse();
                    case Query.Requeues(String profile, List<String> plugins) ->
                            requeues(profile, plugins);
                    case Query.NodeNames names -> nodeNames();
                    case Query.Nodes(long since) -> changes(since);
                    case Query.NodeOf(String name) -> report(name);
                };
    }

    private Optional<PodEntry> known(String podKey) {
        return state.uidOf(podKey).flatMap(state::pod);
    }

    private List<PendingPod> pendingPods() {
        var pending = new ArrayList<PendingPod>();
        for (QueuedPod pod : queue.all()) {
            pending.add(pending(pod));
        }
        for (BindingCycle binding : binder.all()) {
            pending.add(pending(binding));
        }
        return pending;
    }

    private Standings standings() {
        List<PendingPod> pending = pendingPods();
        var byUid = new HashMap<String, PendingPod>();
        pending.forEach(pod -> byUid.put(pod.uid(), pod));
        var pods = new ArrayList<Standings.Standing>(state.pods().size());
        for (PodEntry entry : state.pods()) {
            PendingPod waits = byUid.get(entry.uid());
            pods.add(
                    waits == null
                            ? new Standings.Standing(entry.seen(), settled(entry), nodeOf(entry), 0)
                            : new Standings.Standing(
                                    entry.seen(), waits.lane(), waits.node(), waits.attempts()));
        }
        return new Standings(pending, pods);
    }

    private static String nodeOf(PodEntry entry) {
        return entry.charged().orElse(entry.seen()).spec().nodeName();
    }

    private PendingPod pending(QueuedPod pod) {
        Optional<WaitingPodsMap.PluginWait> hold = binder.waiting().pluginWait(pod.uid());
        if (hold.isPresent()) {
            return pending(
                    pod,
                    Lane.WAITING,
                    hold.get().plugins(),
                    hold.get().binding().placement().node(),
                    hold.get().sinceNanos(),
                    OptionalLong.of(hold.get().untilNanos()));
        }
        Lane lane = laneOf(pod);
        NavigableSet<String> rejectors = new TreeSet<>(pod.unschedulablePlugins());
        rejectors.addAll(pod.pendingPlugins());
        return pending(
                pod,
                lane,
                rejectors,
                statuses.nominated(pod.pod()),
                lastMove(pod),
                lane == Lane.BACKOFF ? queue.readyNanos(pod) : OptionalLong.empty());
    }

    private static Lane laneOf(QueuedPod pod) {
        return switch (pod.place()) {
            case ACTIVE -> Lane.ACTIVE;
            case BACKOFF, ERROR_BACKOFF -> Lane.BACKOFF;
            case UNSCHEDULABLE -> pod.gated() ? Lane.GATED : Lane.UNSCHEDULABLE;
            case IN_FLIGHT, NOWHERE -> Lane.IN_FLIGHT;
        };
    }

    private PendingPod pending(BindingCycle binding) {
        QueuedPod pod = binding.queued();
        return pending(
                pod,
                Lane.BINDING,
                new TreeSet<>(),
                binding.placement().node(),
                lastMove(pod),
                OptionalLong.empty());
    }

    private long lastMove(QueuedPod pod) {
        List<QueueMove> moves = pod.moves();
        return moves.isEmpty() ? now.getAsLong() : moves.getLast().atNanos();
    }

    private static PendingPod pending(
            QueuedPod pod,
            Lane lane,
            NavigableSet<String> by,
            String node,
            long sinceNanos,
            OptionalLong untilNanos) {
        return new PendingPod(
                pod.pod().key(),
                pod.uid(),
                pod.profile().name(),
                pod.pod().spec().priority(),
                lane,
                pod.attempts(),
                pod.consecutiveErrors(),
                by,
                pod.gatingPlugin(),
                node,
                sinceNanos,
                untilNanos,
                pod.moves());
    }

    private Optional<PendingPod> pending(String uid) {
        QueuedPod queued = queue.find(uid);
        return queued == null ? binder.find(uid).map(this::pending) : Optional.of(pending(queued));
    }

    private PodReport report(PodEntry entry) {
        Pod pod = entry.seen();
        Optional<PendingPod> pending = pending(entry.uid());
        Optional<Profile> profile = profiles.of(pod);
        Lane lane = pending.map(PendingPod::lane).orElseGet(() -> settled(entry));
        List<Requeue> requeues =
                pending.isPresent() && profile.isPresent() && lane != Lane.WAITING
                        ? requeues(profile.get(), pending.get().culprits())
                        : List.of();
        return new PodReport(
                pod,
                lane,
                nodeOf(entry),
                statuses.nominated(pod),
                pending,
                lane == Lane.GATED
                        ? profile.flatMap(each -> PreEnqueueCheck.of(each, pod, runner))
                        : Optional.empty(),
                recorder.ring().of(pod.uid(), MAX_ATTEMPTS),
                requeues);
    }

    private Lane settled(PodEntry entry) {
        Pod pod = entry.seen();
        if (pod.assigned() || entry.charged().isPresent()) {
            return Lane.BOUND;
        }
        if (!profiles.answersFor(pod)) {
            return Lane.FOREIGN;
        }
        return pod.terminating() ? Lane.DELETING : Lane.IN_FLIGHT;
    }

    private List<Requeue> requeues(String profile, List<String> plugins) {
        for (Profile each : profiles.all()) {
            if (each.name().equals(profile)) {
                return requeues(each, plugins);
            }
        }
        return List.of();
    }

    private static List<Requeue> requeues(Profile profile, List<String> plugins) {
        return plugins.stream()
                .map(plugin -> new Requeue(plugin, profile.hints().of(plugin)))
                .toList();
    }

    /// Judges a pod as if it came now. One that has a node is judged beside itself: what it takes
    /// there stays taken.
    private Ruling examined(PodEntry entry) {
        Pod pod = entry.seen().on("");
        Optional<Profile> profile = profiles.of(pod);
        if (profile.isEmpty()) {
            return NodeExplanations.without(
                    pod,
                    Ruling.Outcome.SKIPPED,
                    List.of(),
                    "scheduler \"%s\" has it".formatted(pod.spec().schedulerName()));
        }
        Optional<PodReport.Gate> gate = PreEnqueueCheck.of(profile.get(), pod, runner);
        if (gate.isPresent() && !entry.seen().assigned()) {
            return NodeExplanations.gated(pod, gate.get());
        }
        Attempt attempt = attempt(pod, profile.get());
        return rulings.of(
                attempt,
                explainer.examine(
                        attempt,
                        shortlist -> {
                            throw new IllegalStateException("no extender is interested");
                        }));
    }

    private Attempt attempt(Pod pod, Profile profile) {
        return new Attempt(
                new QueuedPod(pod, profile, now.getAsLong()),
                nodes,
                statuses.nominated(pod),
                true,
                List.of());
    }

    /// Pods of one controller that ask for the same are alike to a node. A pod of nobody, or one
    /// with volumes, which may be its own, is like no other: then `whose` is the pod itself.
    private record Alike(String whose, PodShape shape, Profile profile, int priority) {
        static Alike of(QueuedPod queued) {
            Pod pod = queued.pod();
            String owner =
                    pod.meta().owners().stream()
                            .filter(OwnerReference::controller)
                            .map(OwnerReference::uid)
                            .findFirst()
                            .orElse("");
            boolean single = owner.isEmpty() || !pod.spec().volumes().isEmpty();
            return new Alike(
                    single ? pod.uid() : owner,
                    pod.shape(),
                    queued.profile(),
                    pod.spec().priority());
        }
    }

    private Optional<NodeVerdicts> evaluated(String node, int kinds) {
        OptionalInt row = nodes.row(node);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        var alike = new LinkedHashMap<Alike, List<Pod>>();
        int unjudged = 0;
        for (QueuedPod queued : queue.all()) {
            if (queued.gated() || binder.waiting().find(queued.uid()).isPresent()) {
                continue;
            }
            Pod pod = queued.pod();
            Alike key = Alike.of(queued);
            if (alike.containsKey(key) || alike.size() < kinds) {
                alike.computeIfAbsent(key, other -> new ArrayList<>()).add(pod);
            } else {
                unjudged++;
            }
        }
        var verdicts = new ArrayList<NodeVerdicts.Verdict>();
        for (Map.Entry<Alike, List<Pod>> kind : alike.entrySet()) {
            List<Pod> pods = kind.getValue();
            verdicts.add(
                    new NodeVerdicts.Verdict(
                            pods.stream().map(Pod::key).toList(),
                            evaluated(pods.getFirst(), kind.getKey().profile(), row.getAsInt())));
        }
        return Optional.of(new NodeVerdicts(verdicts, unjudged));
    }

    private Optional<Decision.RejectedNodes> evaluated(Pod pod, Profile profile, int row) {
        try {
            return explainer.evaluate(attempt(pod, profile), row);
        } catch (PluginFailure failure) {
            return Optional.of(
                    new Decision.RejectedNodes(
                            "", "Error", List.of(PluginFailure.textOf(failure)), 1));
        }
    }

    private Pulse pulse() {
        return new Pulse(
                now.getAsLong(),
                nodes.count(),
                state.pods().size(),
                state.assumedPods(),
                queue.sizes(),
                binder.waiting().size(),
                binder.size(),
                recorder.ring().count(),
                recorder.attempts(),
                recorder.scheduled(),
                recorder.unschedulable(),
                recorder.errors(),
                control.paused(),
                state.ready(),
                recorder.latencies().counts());
    }

    private List<String> nodeNames() {
        return Arrays.stream(nodes.visitingOrder())
                .mapToObj(row -> nodes.view(row).name())
                .toList();
    }

    private NodeChanges changes(long since) {
        List<Resource> resources = nodes.resources();
        long head = nodes.changes().head();
        boolean all = since < 0 || since > head || nodes.changes().lapped(since);
        var gone = new ArrayList<Integer>();
        NodeSet rows;
        if (all) {
            rows = nodes.all();
        } else {
            var changed = new MutableNodeSet(nodes.rows());
            for (long at = since; at < head; at++) {
                changed.add(nodes.changes().row(at));
            }
            rows = changed;
        }
        var loads = new ArrayList<NodeLoad>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            if (nodes.all().contains(row)) {
                loads.add(load(row, resources));
            } else {
                gone.add(row);
            }
        }
        return new NodeChanges(head, all, names(resources), loads, gone);
    }

    private static List<String> names(List<Resource> resources) {
        return resources.stream().map(Resource::name).toList();
    }

    private NodeLoad load(int row, List<Resource> resources) {
        var allocatable = new ArrayList<Long>(resources.size());
        var requested = new ArrayList<Long>(resources.size());
        for (Resource resource : resources) {
            allocatable.add(nodes.view(row).allocatable(resource));
            requested.add(nodes.view(row).requested(resource));
        }
        return new NodeLoad(
                row,
                nodes.view(row).node(),
                nodes.view(row).pods().size(),
                List.copyOf(allocatable),
                List.copyOf(requested));
    }

    private Optional<NodeReport> report(String name) {
        OptionalInt row = nodes.row(name);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        List<Resource> resources = nodes.resources();
        var otherPods = new ArrayList<NodeReport.Guest>();
        for (Pod pod : nodes.view(row.getAsInt()).pods()) {
            otherPods.add(
                    new NodeReport.Guest(pod, requested(pod, resources), state.assumed(pod.uid())));
        }
        return Optional.of(
                new NodeReport(names(resources), load(row.getAsInt(), resources), otherPods));
    }

    private static List<Long> requested(Pod pod, List<Resource> resources) {
        PodRequests asked = pod.requests();
        return resources.stream()
                .map(resource ->
                        resource.equals(Resource.PODS)
                                ? 1L
                                : asked.accounting().amount(resource.name()))
                .toList();
    }
}
