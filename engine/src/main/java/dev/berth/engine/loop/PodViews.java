package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.BindingCycle;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.WaitingPodsMap;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.PodStates;
import dev.berth.engine.view.RequeueEvents;
import dev.berth.engine.view.SchedulingState;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Views of pods and of their scheduling states.
final class PodViews {
    private static final int MAX_ATTEMPTS = 32;

    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Binder binder;
    private final Profiles profiles;
    private final DecisionRecorder recorder;
    private final StatusWriter statuses;
    private final EngineServices services;

    PodViews(
            ClusterState state,
            SchedulingQueue queue,
            Binder binder,
            Profiles profiles,
            DecisionRecorder recorder,
            StatusWriter statuses,
            EngineServices services) {
        this.state = state;
        this.queue = queue;
        this.binder = binder;
        this.profiles = profiles;
        this.recorder = recorder;
        this.statuses = statuses;
        this.services = services;
    }

    List<PendingPod> pendingPods() {
        var pending = new ArrayList<PendingPod>();
        for (QueuedPod pod : queue.all()) {
            pending.add(pending(pod));
        }
        for (BindingCycle binding : binder.all()) {
            pending.add(pending(binding));
        }
        return pending;
    }

    PodStates podStates() {
        List<PendingPod> pending = pendingPods();
        var byUid = new HashMap<String, PendingPod>();
        pending.forEach(pod -> byUid.put(pod.uid(), pod));
        var pods = new ArrayList<PodStates.PodState>(state.pods().size());
        for (PodEntry entry : state.pods()) {
            PendingPod waits = byUid.get(entry.uid());
            pods.add(
                    waits == null
                            ? new PodStates.PodState(
                                    entry.seen(), settled(entry), nodeOf(entry), "", 0)
                            : new PodStates.PodState(
                                    entry.seen(),
                                    waits.state(),
                                    waits.node(),
                                    waits.nominatedNodeName(),
                                    waits.attempts()));
        }
        return new PodStates(pending, pods, requeueEvents(pending));
    }

    /// The events of the plugins that keep these pods, by profile and plugin.
    private Map<String, Map<String, RequeueEvents>> requeueEvents(List<PendingPod> pending) {
        var byName = new HashMap<String, Profile>();
        profiles.all().forEach(profile -> byName.put(profile.name(), profile));
        var events = new HashMap<String, Map<String, RequeueEvents>>();
        for (PendingPod pod : pending) {
            Profile profile = byName.get(pod.profile());
            if (profile != null) {
                Map<String, RequeueEvents> known =
                        events.computeIfAbsent(pod.profile(), name -> new HashMap<>());
                for (String plugin : pod.blockingPlugins()) {
                    known.computeIfAbsent(plugin, name -> requeueEvents(profile, name));
                }
            }
        }
        return events;
    }

    private static RequeueEvents requeueEvents(Profile profile, String plugin) {
        return new RequeueEvents(plugin, profile.hints().of(plugin));
    }

    private static String nodeOf(PodEntry entry) {
        return entry.charged().orElse(entry.seen()).spec().nodeName();
    }

    private PendingPod pending(QueuedPod pod) {
        Optional<WaitingPodsMap.PluginWait> wait = binder.waiting().waitOf(pod.uid());
        if (wait.isPresent()) {
            return pending(
                    pod,
                    SchedulingState.WAITING,
                    wait.get().plugins(),
                    wait.get().binding().placement().node(),
                    "",
                    wait.get().sinceNanos(),
                    OptionalLong.of(wait.get().untilNanos()));
        }
        SchedulingState state = stateOf(pod);
        NavigableSet<String> rejectors = new TreeSet<>(pod.unschedulablePlugins());
        rejectors.addAll(pod.pendingPlugins());
        return pending(
                pod,
                state,
                rejectors,
                "",
                statuses.nominated(pod.pod()),
                since(pod),
                state == SchedulingState.BACKOFF ? queue.readyNanos(pod) : OptionalLong.empty());
    }

    private static SchedulingState stateOf(QueuedPod pod) {
        return switch (pod.queueName()) {
            case ACTIVE -> SchedulingState.ACTIVE;
            case BACKOFF, ERROR_BACKOFF -> SchedulingState.BACKOFF;
            case UNSCHEDULABLE ->
                    pod.gated() ? SchedulingState.GATED : SchedulingState.UNSCHEDULABLE;
            case IN_FLIGHT, NONE -> SchedulingState.IN_FLIGHT;
        };
    }

    private PendingPod pending(BindingCycle binding) {
        QueuedPod pod = binding.queued();
        return pending(
                pod,
                SchedulingState.BINDING,
                new TreeSet<>(),
                binding.placement().node(),
                "",
                since(pod),
                OptionalLong.empty());
    }

    private long since(QueuedPod pod) {
        return pod.inStateSinceNanos(services.timers().nowNanos());
    }

    private static PendingPod pending(
            QueuedPod pod,
            SchedulingState state,
            NavigableSet<String> by,
            String node,
            String nominatedNodeName,
            long sinceNanos,
            OptionalLong untilNanos) {
        return new PendingPod(
                pod.pod().key(),
                pod.uid(),
                pod.profile().name(),
                pod.pod().spec().priority(),
                state,
                pod.attempts(),
                pod.consecutiveErrors(),
                by,
                pod.gatingPlugin(),
                node,
                nominatedNodeName,
                sinceNanos,
                untilNanos,
                pod.moves());
    }

    private Optional<PendingPod> pending(String uid) {
        QueuedPod queued = queue.find(uid);
        return queued == null ? binder.find(uid).map(this::pending) : Optional.of(pending(queued));
    }

    PodReport report(PodEntry entry) {
        Pod pod = entry.seen();
        Optional<PendingPod> pending = pending(entry.uid());
        Optional<Profile> profile = profiles.of(pod);
        SchedulingState state = pending.map(PendingPod::state).orElseGet(() -> settled(entry));
        List<RequeueEvents> requeueEvents =
                pending.isPresent() && profile.isPresent() && state != SchedulingState.WAITING
                        ? pending.get().blockingPlugins().stream()
                                .map(plugin -> requeueEvents(profile.get(), plugin))
                                .toList()
                        : List.of();
        return new PodReport(
                pod,
                state,
                nodeOf(entry),
                statuses.nominated(pod),
                pending,
                state == SchedulingState.GATED ? gate(queue.find(entry.uid())) : Optional.empty(),
                recorder.ring().of(pod.uid(), MAX_ATTEMPTS),
                requeueEvents);
    }

    private static Optional<PodReport.Gate> gate(@Nullable QueuedPod pod) {
        return pod == null
                ? Optional.empty()
                : Optional.of(new PodReport.Gate(pod.gatingPlugin(), pod.gatingReasons()));
    }

    private SchedulingState settled(PodEntry entry) {
        Pod pod = entry.seen();
        if (pod.assigned() || entry.charged().isPresent()) {
            return SchedulingState.BOUND;
        }
        if (!profiles.isResponsibleFor(pod)) {
            return SchedulingState.OTHER_SCHEDULER;
        }
        return pod.terminating() ? SchedulingState.DELETING : SchedulingState.IN_FLIGHT;
    }
}
