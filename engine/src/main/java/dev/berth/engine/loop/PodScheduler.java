package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.BindingCycle;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.binding.Timers;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.cycle.ReservationText;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EventRecord;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nomination;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Preemption;
import dev.berth.spi.PreemptionPlan;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Takes a pod through one attempt, from the queue to its binding, and back to the queue when
/// something says no.
final class PodScheduler implements Binder.BindingListener {
    private static final Duration MAX_PERMIT_WAIT = Duration.ofMinutes(15);
    private static final Duration REREAD_AFTER = Duration.ofSeconds(1);
    private static final int MAX_RESTARTS = 3;
    private static final Choice TOO_MANY_CHANGES =
            new Choice.Broken(
                    "nodes that extenders let pass were full again and again when they answered",
                    new IllegalStateException("the cluster changed too often"));
    private static final Duration BELIEVED_FOR = Duration.ofSeconds(30);
    private static final int MAX_NOTE = 1024;

    private final ClusterState state;
    private final SchedulingQueue queue;
    private final SchedulingCycle cycle;
    private final PostFilters postFilters;
    private final Extenders extenders;
    private final SuspendedAttempts consultations;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final Binder binder;
    private final ApiPort api;
    private final Message.Inbox inbox;
    private final Timers timers;
    private final DecisionRecorder recorder;
    private final PluginRunner runner;
    private final PluginTimes times;
    private final Log log;
    private final LongSupplier now;

    /// Why an attempt ended without a node.
    ///
    /// @param rejected a plugin said no; otherwise something broke
    /// @param diagnosis names the plugins whose events may help; without one the pod only backs off
    private record Failure(
            boolean rejected,
            String message,
            Optional<DiagnosisReport> diagnosis,
            Nomination nomination) {
        Meter.Status status() {
            return rejected ? Meter.Status.UNSCHEDULABLE : Meter.Status.ERROR;
        }

        static Failure error(String message) {
            return new Failure(false, message, Optional.empty(), Nomination.CLEAR);
        }

        static Failure oneNode(String plugin, Reject why) {
            var diagnosis = DiagnosisReport.ofOneNode(plugin, why);
            return new Failure(true, diagnosis.message(), Optional.of(diagnosis), Nomination.CLEAR);
        }
    }

    PodScheduler(
            ClusterState state,
            SchedulingQueue queue,
            SchedulingCycle cycle,
            Extenders extenders,
            SuspendedAttempts consultations,
            Outbox outbox,
            StatusWriter statuses,
            LoopBinder binders,
            ApiPort api,
            Message.Inbox inbox,
            Timers timers,
            DecisionRecorder recorder,
            PluginRunner runner,
            Log log,
            LongSupplier now) {
        this.state = state;
        this.queue = queue;
        this.cycle = cycle;
        this.postFilters = new PostFilters(runner);
        this.extenders = extenders;
        this.consultations = consultations;
        this.outbox = outbox;
        this.statuses = statuses;
        this.api = api;
        this.inbox = inbox;
        this.timers = timers;
        this.recorder = recorder;
        this.runner = runner;
        this.times = runner.times();
        this.log = log.of(PodScheduler.class);
        this.now = now;
        this.binder = binders.make(this);
    }

    /// Makes the binder that this scheduler sponsors.
    @FunctionalInterface
    interface LoopBinder {
        Binder make(Binder.BindingListener sponsor);
    }

    Binder binder() {
        return binder;
    }

    /// One attempt.
    void schedule(QueuedPod queued) {
        Pod pod = queued.pod();
        note(4, "About to try and schedule pod", pod);
        if (pod.terminating()) {
            note(3, "Skip schedule deleting pod", pod);
            outbox.event(
                    new EventRecord(
                            pod,
                            true,
                            "FailedScheduling",
                            "Scheduling",
                            "skip schedule deleting pod: " + pod.key()));
            queue.done(pod.uid());
            return;
        }
        if (state.assumed(pod.uid())) {
            queue.done(pod.uid());
            return;
        }
        note(3, "Attempting to schedule pod", pod);
        recorder.countAttempt();
        queued.begin(times.now());
        times.beginCycle();
        guarded(queued, () -> search(queued, 0));
        times.endCycle();
    }

    private void note(int verbosity, String message, Pod pod) {
        if (log.enabled(verbosity)) {
            log.info(verbosity, message, "pod", pod);
        }
    }

    /// Whatever goes wrong in an attempt ends it: a pod that nobody puts back would be lost.
    private void guarded(QueuedPod queued, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error problem) {
            QueuedPod present = queue.find(queued.uid());
            if (present != null
                    && present.place() == QueueName.IN_FLIGHT
                    && !state.assumed(queued.uid())) {
                fail(
                        queued,
                        queued.pod(),
                        Failure.error("internal error: " + PluginFailure.textOf(problem)));
            }
            runner.failures().reportBug(problem, queued.pod());
        }
    }

    /// @param restarts how often the search was begun again because the cluster had changed
    private void search(QueuedPod queued, int restarts) {
        Pod pod = queued.pod();
        var attempt =
                new Attempt(
                        queued,
                        state.nodes(),
                        statuses.nominated(pod),
                        false,
                        extenders.interestedExtendersFor(pod));
        boolean inFull = recorder.inFull(state.nodes().count());
        follow(attempt, cycle.search().choose(attempt, inFull), inFull, restarts);
    }

    private void follow(Attempt attempt, Choice choice, boolean inFull, int restarts) {
        QueuedPod queued = attempt.queued();
        Pod pod = attempt.pod();
        int nodes = state.nodes().count();
        switch (choice) {
            case Choice.Found found -> {
                long took = times.now() - queued.beganTicks();
                times.meter().searched(took);
                attempt.profile().meter().chose(found.feasible());
                recorder.placed(queued, found, offers(attempt, found.node()), nodes, took);
                place(attempt, found, nodes);
            }
            case Choice.NoFit(DiagnosisReport diagnosis, var detail) ->
                    postFilters.run(
                            attempt,
                            diagnosis,
                            this::askAboutEvictions,
                            aftermath -> {
                                long took = times.now() - queued.beganTicks();
                                times.meter().searched(took);
                                aftermath
                                        .preemption()
                                        .ifPresent(preemption -> preempting(pod, preemption));
                                if (log.enabled(5)) {
                                    log.info(
                                            5,
                                            "Status after running PostFilter plugins for pod",
                                            "pod",
                                            pod,
                                            "status",
                                            aftermath.diagnosis().postFilterMessage());
                                }
                                String message = aftermath.diagnosis().message();
                                fail(
                                        queued,
                                        pod,
                                        new Failure(
                                                true,
                                                message,
                                                Optional.of(diagnosis),
                                                aftermath.nomination()));
                                recorder.rejected(
                                        queued,
                                        message,
                                        diagnosis.summary(),
                                        aftermath.preemption(),
                                        detail,
                                        nodes,
                                        took);
                            });
            case Choice.Consult(var shortlist) -> {
                attempt.suspend();
                consultations.aboutNodes(
                        attempt,
                        shortlist,
                        extenderResult ->
                                guarded(
                                        queued,
                                        () ->
                                                extenderResult(
                                                        attempt,
                                                        extenderResult,
                                                        inFull,
                                                        restarts)));
            }
            case Choice.Outdated outdated -> {
                if (restarts < MAX_RESTARTS) {
                    search(queued, restarts + 1);
                } else {
                    // Others that wait for extenders shall have their turn.
                    follow(attempt, TOO_MANY_CHANGES, inFull, restarts);
                }
            }
            case Choice.NoNodes none -> {
                long took = times.now() - queued.beganTicks();
                times.meter().searched(took);
                recorder.failed(queued, Choice.NoNodes.MESSAGE, 0, took);
                fail(
                        queued,
                        pod,
                        new Failure(
                                true, Choice.NoNodes.MESSAGE, Optional.empty(), Nomination.CLEAR));
            }
            case Choice.Broken(String message, var cause) -> {
                long took = times.now() - queued.beganTicks();
                times.meter().searched(took);
                recorder.failed(queued, message, nodes, took);
                fail(queued, pod, Failure.error(message));
            }
        }
    }

    /// Extenders have answered for an attempt: it goes on, if the pod still waits for a node.
    private void extenderResult(
            Attempt attempt, ExtenderResult extenderResult, boolean inFull, int restarts) {
        if (over(attempt)) {
            return;
        }
        Choice choice =
                switch (extenderResult) {
                    case ExtenderResult.OnNodes onNodes ->
                            cycle.search().conclude(attempt, onNodes, inFull);
                    case ExtenderResult.Failed(String message, var cause) ->
                            new Choice.Broken(message, cause);
                    case ExtenderResult.OnEvictions other ->
                            throw new IllegalStateException("nobody asked about evictions");
                };
        follow(attempt, choice, inFull, restarts);
    }

    private void askAboutEvictions(
            Attempt attempt, List<PreemptionPlan> plans, Consumer<PostFilters.Reply> then) {
        if (extenders.preemptorsFor(attempt.pod()).isEmpty()) {
            then.accept(new PostFilters.Reply(plans, ""));
            return;
        }
        attempt.suspend();
        consultations.aboutEvictions(
                attempt,
                plans,
                extenderResult ->
                        guarded(
                                attempt.queued(),
                                () -> {
                                    if (!over(attempt)) {
                                        then.accept(
                                                cycle.search()
                                                        .prepareAgain(attempt)
                                                        .map(why ->
                                                                new PostFilters.Reply(
                                                                        List.of(), why))
                                                        .orElseGet(() ->
                                                                PostFilters.Reply.of(
                                                                        extenderResult, state)));
                                    }
                                }));
    }

    /// Whether the pod of a suspended attempt needs no node any more; then the attempt has ended.
    private boolean over(Attempt attempt) {
        String uid = attempt.pod().uid();
        Optional<Pod> known = state.pod(uid).map(PodEntry::seen);
        boolean over = known.isEmpty() || known.get().assigned() || known.get().terminating();
        if (over) {
            queue.done(uid);
        }
        return over;
    }

    private void preempting(Pod pod, Preemption preemption) {
        times.meter().preempted(preemption.chosen().victims().size());
        if (log.enabled(2)) {
            log.info(
                    2,
                    "the target node for the preemption is determined",
                    "node",
                    preemption.chosen().node(),
                    "pod",
                    pod);
        }
    }

    private void place(Attempt attempt, Choice.Found found, int nodes) {
        Pod placed = attempt.pod().on(found.node());
        try {
            state.assume(placed);
        } catch (IllegalStateException problem) {
            fail(attempt.queued(), placed, Failure.error(PluginFailure.textOf(problem)));
            return;
        }
        NodeView node = state.nodes().view(found.row());
        Meter.OfProfile meter = attempt.profile().meter();
        long began = times.measured() ? times.mark() : 0;
        Optional<Failure> failure = reserve(attempt, node);
        meter.ran(Meter.Point.RESERVE, status(failure), times.upToLast(began));
        Map<String, Duration> waits = new LinkedHashMap<>();
        if (failure.isEmpty()) {
            began = times.last();
            failure = permit(attempt, node, waits);
            meter.ran(
                    Meter.Point.PERMIT,
                    waits.isEmpty() || failure.isPresent() ? status(failure) : Meter.Status.WAIT,
                    times.upToLast(began));
        }
        var binding =
                new BindingCycle(
                        attempt,
                        attempt.placement(placed),
                        nodes,
                        found.feasible(),
                        times.sampled());
        if (failure.isPresent()) {
            unreserve(binding);
            state.forget(placed.uid());
            fail(attempt.queued(), placed, failure.get());
            return;
        }
        activate(attempt);
        binder.start(binding, waits, now.getAsLong());
    }

    private static Meter.Status status(Optional<Failure> failure) {
        return failure.map(Failure::status).orElse(Meter.Status.SUCCESS);
    }

    private SortedMap<String, List<String>> offers(Attempt attempt, String node) {
        OptionalInt row = state.nodes().row(node);
        return row.isEmpty()
                ? Collections.emptySortedMap()
                : ReservationText.of(attempt, state.nodes().view(row.getAsInt()), runner);
    }

    private Optional<Failure> reserve(Attempt attempt, NodeView node) {
        Meter.OfProfile meter = attempt.profile().meter();
        for (NamedPlugin<Reserve> plugin : attempt.profile().reserves()) {
            try {
                if (runner.reserve(plugin, meter, attempt, node) instanceof Reject reject) {
                    return Optional.of(Failure.oneNode(plugin.name(), reject));
                }
            } catch (PluginFailure failure) {
                return Optional.of(failed(attempt, failure));
            }
        }
        return Optional.empty();
    }

    private Failure failed(Attempt attempt, PluginFailure failure) {
        runner.failures().report(failure, attempt.pod());
        return Failure.error(PluginFailure.textOf(failure));
    }

    private Optional<Failure> permit(Attempt attempt, NodeView node, Map<String, Duration> waits) {
        Meter.OfProfile meter = attempt.profile().meter();
        for (NamedPlugin<Permit> plugin : attempt.profile().permits()) {
            try {
                switch (runner.permit(plugin, meter, attempt, node)) {
                    case PermitVerdict.Allow allow -> {}
                    case PermitVerdict.Wait(Duration atMost, var reasons) ->
                            waits.put(plugin.name(), bounded(atMost));
                    case PermitVerdict.Deny(Reject why) -> {
                        return Optional.of(Failure.oneNode(plugin.name(), why));
                    }
                }
            } catch (PluginFailure failure) {
                return Optional.of(failed(attempt, failure));
            }
        }
        return Optional.empty();
    }

    private static Duration bounded(Duration atMost) {
        if (atMost.isNegative()) {
            return Duration.ZERO;
        }
        return atMost.compareTo(MAX_PERMIT_WAIT) > 0 ? MAX_PERMIT_WAIT : atMost;
    }

    private void unreserve(BindingCycle binding) {
        List<NamedPlugin<Reserve>> plugins = binding.profile().reserves();
        long began = times.mark();
        for (int i = plugins.size() - 1; i >= 0; i--) {
            NamedPlugin<Reserve> plugin = plugins.get(i);
            runner.unreserve(plugin, binding.placement());
        }
        binding.profile()
                .meter()
                .ran(Meter.Point.UNRESERVE, Meter.Status.SUCCESS, times.upToLast(began));
    }

    private void activate(Attempt attempt) {
        List<String> wanted = attempt.takeActivations();
        if (!wanted.isEmpty()) {
            inbox.accept(new Message.Activate(List.copyOf(wanted)));
        }
    }

    @Override
    public void permitted(BindingCycle binding) {
        queue.done(binding.uid());
    }

    @Override
    public void deniedOnPermit(BindingCycle binding, String plugin, Reject why) {
        undo(binding, Failure.oneNode(plugin, why));
    }

    @Override
    public void ended(BindingCycle binding, BindOutcome outcome) {
        switch (outcome) {
            case BindOutcome.Bound bound -> bound(binding);
            case BindOutcome.Claimed(String extender) -> {
                bound(binding);
                checkLater(binding, extender);
            }
            case BindOutcome.Rejected(String plugin, Reject why) ->
                    undo(
                            binding,
                            new Failure(true, why.message(), Optional.empty(), Nomination.CLEAR));
            case BindOutcome.Failed(String message) -> undo(binding, Failure.error(message));
            case BindOutcome.Unclaimed unclaimed -> undo(binding, Failure.error(""));
            case BindOutcome.Unknown(String message) -> {
                binder.hold(binding);
                verifyBind(binding);
            }
        }
    }

    private void bound(BindingCycle binding) {
        Placement placement = binding.placement();
        recorder.countScheduled();
        QueuedPod queued = binding.queued();
        binding.profile()
                .meter()
                .attempted(Meter.Result.SCHEDULED, times.upToLast(queued.beganTicks()));
        times.meter()
                .bound(
                        queued.attempts(),
                        now.getAsLong() - queued.readySinceNanos(),
                        queued.flushed());
        if (log.enabled(2)) {
            log.info(
                    2,
                    "Successfully bound pod to node",
                    "pod",
                    placement.pod(),
                    "node",
                    placement.node(),
                    "evaluatedNodes",
                    binding.evaluated(),
                    "feasibleNodes",
                    binding.feasible());
        }
        outbox.event(
                new EventRecord(
                        placement.pod(),
                        false,
                        "Scheduled",
                        "Binding",
                        "Successfully assigned "
                                + placement.pod().key()
                                + " to "
                                + placement.node()));
        activate(binding.attempt());
    }

    /// An extender binds in its own time. If nobody has heard of it after a while, the server is
    /// asked, so that a claim alone does not hold the pod's room for ever.
    private void checkLater(BindingCycle binding, String extender) {
        timers.at(
                now.getAsLong() + BELIEVED_FOR.toNanos(),
                () -> {
                    Pod pod = binding.placement().pod();
                    if (state.assumed(pod.uid())) {
                        api.read(
                                pod.namespace(),
                                pod.name(),
                                outcome ->
                                        inbox.accept(
                                                new Message.Handoff(() ->
                                                        checked(binding, extender, outcome))));
                    }
                });
    }

    private void checked(BindingCycle binding, String extender, ReadOutcome outcome) {
        if (!state.assumed(binding.uid())) {
            return;
        }
        boolean unbound =
                switch (outcome) {
                    case ReadOutcome.Found(Pod pod, var whole) ->
                            !pod.uid().equals(binding.uid()) || !pod.assigned();
                    case ReadOutcome.Absent absent -> true;
                    case ReadOutcome.Failed failed -> false;
                };
        if (unbound) {
            undo(
                    binding,
                    Failure.error(
                            "extender %s said that it had bound the pod, and had not"
                                    .formatted(extender)));
        } else {
            checkLater(binding, extender);
        }
    }

    /// No answer came: the pod may be bound. Its room is held until it is read afresh.
    private void verifyBind(BindingCycle binding) {
        Pod pod = binding.placement().pod();
        api.read(
                pod.namespace(),
                pod.name(),
                outcome -> inbox.accept(new Message.PodRead(pod.uid(), outcome)));
    }

    /// The pod whose bind got no answer was read.
    void bindVerified(String uid, ReadOutcome outcome) {
        Optional<BindingCycle> binding = binder.find(uid);
        if (binding.isEmpty()) {
            return;
        }
        String node = binding.get().placement().node();
        switch (outcome) {
            case ReadOutcome.Found(Pod pod, var whole)
                    when pod.uid().equals(uid) && pod.spec().nodeName().equals(node) ->
                    binder.boundAfterAll(binding.get());
            case ReadOutcome.Found other ->
                    binder.ended(
                            uid, new BindOutcome.Failed("the bind got no answer and was not done"));
            case ReadOutcome.Absent absent ->
                    binder.ended(
                            uid,
                            new BindOutcome.Failed("the bind got no answer and the pod is gone"));
            case ReadOutcome.Failed failed ->
                    timers.at(
                            now.getAsLong() + REREAD_AFTER.toNanos(),
                            () -> verifyBind(binding.get()));
        }
    }

    /// Gives back what a placed pod holds, then puts it back. Who learns of the room first depends
    /// on the failure.
    private void undo(BindingCycle binding, Failure failure) {
        unreserve(binding);
        Optional<Pod> freed = forget(binding);
        if (failure.rejected()) {
            fail(binding.queued(), binding.placement().pod(), failure);
            freed.ifPresent(pod ->
                    queue.moveAll(
                            ClusterEvent.ASSIGNED_POD_DELETE,
                            ObjectChange.removed(pod),
                            other -> !other.uid().equals(pod.uid()),
                            now.getAsLong()));
        } else {
            freed.ifPresent(pod ->
                    queue.moveAll(
                            ClusterEvent.ASSIGNED_POD_DELETE,
                            ObjectChange.removed(pod),
                            now.getAsLong()));
            fail(binding.queued(), binding.placement().pod(), failure);
        }
    }

    /// What the pod no longer takes. A pod that was deleted meanwhile gave its room back then; but
    /// plugins let go of what they reserved only now, so whoever waits for that hears of it again.
    private Optional<Pod> forget(BindingCycle binding) {
        boolean deleted = state.pod(binding.uid()).flatMap(PodEntry::charged).isEmpty();
        return deleted ? Optional.of(binding.placement().pod()) : state.forget(binding.uid());
    }

    /// Ends a failed attempt: back to the queue, the nomination, the event, the condition.
    private void fail(QueuedPod queued, Pod pod, Failure failure) {
        recorder.countFailure(failure.rejected());
        queued.profile()
                .meter()
                .attempted(
                        failure.rejected() ? Meter.Result.UNSCHEDULABLE : Meter.Result.ERROR,
                        times.measured() ? times.now() - queued.beganTicks() : 0);
        logFailure(pod, failure);
        queued.unschedulablePlugins().clear();
        queued.pendingPlugins().clear();
        failure.diagnosis()
                .ifPresent(diagnosis -> {
                    queued.unschedulablePlugins().addAll(diagnosis.plugins());
                    queued.pendingPlugins().addAll(diagnosis.pending());
                });
        Optional<Pod> known = state.pod(pod.uid()).map(PodEntry::seen);
        if (known.isEmpty() && state.uidOf(pod.key()).isPresent()) {
            // Another pod has the name now: this one is nobody's business any more.
            note(
                    2,
                    "Pod was recreated while handling scheduling failure. Skip requeueing and"
                            + " status updates.",
                    pod);
            queue.done(pod.uid());
            return;
        }
        Pod latest = known.orElse(pod);
        boolean pending = known.isPresent() && !known.get().assigned();
        if (pending) {
            queue.putBack(queued, latest, now.getAsLong());
            nominate(latest, failure.nomination());
        } else {
            queue.done(pod.uid());
        }
        if (failure.message().isEmpty()) {
            return;
        }
        outbox.event(
                new EventRecord(
                        latest, true, "FailedScheduling", "Scheduling", cut(failure.message())));
        if (known.isPresent()) {
            statuses.unscheduled(
                    latest,
                    failure.rejected() ? "Unschedulable" : "SchedulerError",
                    failure.message(),
                    failure.nomination());
        }
    }

    private void logFailure(Pod pod, Failure failure) {
        if (!failure.rejected()) {
            log.error(null, "Error scheduling pod; retrying", "pod", pod, "err", failure.message());
        } else if (failure.message().equals(Choice.NoNodes.MESSAGE)) {
            note(2, "Unable to schedule pod; no nodes are registered to the cluster; waiting", pod);
        } else if (log.enabled(2)) {
            log.info(
                    2,
                    "Unable to schedule pod; no fit; waiting",
                    "pod",
                    pod,
                    "err",
                    failure.message());
        }
    }

    private void nominate(Pod pod, Nomination nomination) {
        String node =
                switch (nomination) {
                    case Nomination.Keep keep -> statuses.nominated(pod);
                    case Nomination.Nominate(String nominated) -> nominated;
                };
        state.nominations().put(pod.uid(), node);
    }

    /// Event notes hold 1024 bytes; longer ones end in dots.
    static String cut(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_NOTE) {
            return message;
        }
        int end = MAX_NOTE - 4;
        // Not in the middle of a character.
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + " ...";
    }
}
