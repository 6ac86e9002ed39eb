package dev.berth.engine.loop;

import dev.berth.engine.binding.AttemptFailure;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.FailureReporter;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.cycle.NodeSearch;
import dev.berth.engine.cycle.PostFilters;
import dev.berth.engine.cycle.ReservationText;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Trace;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.model.Pod;
import dev.berth.spi.Preemption;
import dev.berth.spi.PreemptionPlan;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/// Runs one attempt: from the queue to a node that [AttemptCommit] takes over, or to a failure that
/// [FailureReporter] takes over (kube-scheduler: `schedulingCycle`). An attempt that needs
/// extenders is suspended until they respond.
final class AttemptRunner {
    private static final int MAX_RESTARTS = 3;
    private static final Choice TOO_MANY_RESTARTS =
            new Choice.Broken(
                    "no node accepted by the extenders still fits after %d retries"
                            .formatted(MAX_RESTARTS));

    private final EngineServices services;
    private final AttemptFactory attempts;
    private final NodeSearch search;
    private final SuspendedAttempt suspendedAttempt;
    private final DecisionRecorder recorder;
    private final AttemptCommit commit;
    private final FailureReporter reporter;
    private final PostFilters postFilters;
    private final PluginTimes times;
    private final Log log;

    AttemptRunner(
            EngineServices services,
            AttemptFactory attempts,
            NodeSearch search,
            SuspendedAttempt suspendedAttempt,
            DecisionRecorder recorder,
            AttemptCommit commit,
            FailureReporter reporter) {
        this.services = services;
        this.attempts = attempts;
        this.search = search;
        this.suspendedAttempt = suspendedAttempt;
        this.recorder = recorder;
        this.commit = commit;
        this.reporter = reporter;
        this.postFilters = new PostFilters(services.runner());
        this.times = services.times();
        this.log = services.log().of(AttemptRunner.class);
    }

    /// An attempt, how often it was restarted because the cluster had changed, and whether verdicts
    /// and scores of all nodes are recorded.
    private record Progress(Attempt attempt, boolean inFull, int restarts) {
        QueuedPod queued() {
            return attempt.queued();
        }

        Pod pod() {
            return attempt.pod();
        }

        int nodes() {
            return attempt.nodes().count();
        }
    }

    /// Whether an attempt that needs extenders may start.
    boolean mayCallExtenders() {
        return !suspendedAttempt.busy();
    }

    /// Resumes the attempt that waits for extenders.
    void extendersResponded(long ticket, ExtenderResult result) {
        suspendedAttempt.extenderResult(ticket, result);
    }

    /// Runs an attempt for a pod of the queue.
    void run(QueuedPod queued) {
        Pod pod = queued.pod();
        log.info(4, "About to try and schedule pod", pod);
        if (pod.terminating()) {
            reporter.skippedDeleting(pod);
            return;
        }
        if (reporter.endIfAssumed(pod)) {
            return;
        }
        log.info(3, "Attempting to schedule pod", pod);
        recorder.counts().countAttempt();
        long began = times.now();
        Trace trace = times.tracer().begin(pod, queued.profile().name(), queued.attempts(), began);
        queued.begin(began, trace);
        times.beginCycle(trace);
        times.beginAttempt(pod);
        try {
            search(attempts.create(queued), 0);
        } catch (RuntimeException | Error bug) {
            reporter.crashed(queued, bug);
        } finally {
            times.endAttempt();
        }
        times.endCycle();
    }

    /// Runs the rest of an attempt that was suspended.
    private void guarded(QueuedPod queued, Runnable work) {
        times.beginAttempt(queued.pod());
        times.continueCycle(queued.trace());
        try {
            work.run();
        } catch (RuntimeException | Error bug) {
            reporter.crashed(queued, bug);
        } finally {
            times.endAttempt();
        }
        times.endCycle();
    }

    private void search(Attempt attempt, int restarts) {
        boolean inFull = recorder.inFull(attempt.nodes().count());
        proceed(new Progress(attempt, inFull, restarts), search.choose(attempt, inFull));
    }

    private void proceed(Progress progress, Choice choice) {
        switch (choice) {
            case Choice.Found found -> found(progress, found);
            case Choice.NoFit(DiagnosisReport diagnosis, var detail) ->
                    postFilters.run(
                            progress.attempt(),
                            diagnosis,
                            this::callExtenders,
                            result -> unschedulable(progress, result, detail));
            case Choice.CallExtenders(var shortlist) -> {
                progress.attempt().suspend();
                suspendedAttempt.callForNodes(
                        progress.attempt(),
                        shortlist,
                        extenderResult ->
                                guarded(progress.queued(), () -> resume(progress, extenderResult)));
            }
            case Choice.Outdated outdated -> {
                if (progress.restarts() < MAX_RESTARTS) {
                    search(attempts.createAgain(progress.attempt()), progress.restarts() + 1);
                } else {
                    // Other pods that extenders are interested in come first.
                    proceed(progress, TOO_MANY_RESTARTS);
                }
            }
            case Choice.NoNodes none -> {
                recorder.failed(progress.queued(), Choice.NoNodes.MESSAGE, 0, searched(progress));
                failed(progress, AttemptFailure.unschedulable(Choice.NoNodes.MESSAGE));
            }
            case Choice.Broken(String message) -> {
                recorder.failed(progress.queued(), message, progress.nodes(), searched(progress));
                failed(progress, new AttemptFailure.Failed(message));
            }
        }
    }

    private void failed(Progress progress, AttemptFailure failure) {
        reporter.failed(progress.queued(), progress.pod(), failure);
    }

    /// Records and returns the time since the attempt began.
    private long searched(Progress progress) {
        long took = times.now() - progress.queued().beganTicks();
        times.meter().searched(took);
        return took;
    }

    private void found(Progress progress, Choice.Found found) {
        Attempt attempt = progress.attempt();
        int nodes = progress.nodes();
        long took = searched(progress);
        attempt.profile().meter().chose(found.feasible());
        recorder.placed(attempt.queued(), found, reservations(attempt, found), nodes, took);
        commit.commit(attempt, found, nodes);
    }

    private SortedMap<String, List<String>> reservations(Attempt attempt, Choice.Found found) {
        return ReservationText.of(attempt, attempt.nodes().view(found.row()), services.runner());
    }

    private void unschedulable(
            Progress progress, PostFilters.Result result, Optional<List<NodeDetail>> detail) {
        DiagnosisReport diagnosis = result.diagnosis();
        int nodes = progress.nodes();
        long took = searched(progress);
        result.preemption().ifPresent(preemption -> preempted(progress.pod(), preemption));
        if (log.enabled(5)) {
            log.info(
                    5,
                    "Status after running PostFilter plugins for pod",
                    "pod",
                    progress.pod(),
                    "status",
                    diagnosis.postFilterMessage());
        }
        String message = diagnosis.message();
        failed(
                progress,
                new AttemptFailure.Unschedulable(
                        message, Optional.of(diagnosis), result.nomination()));
        recorder.rejected(progress.queued(), result, detail, nodes, took);
    }

    /// Extenders have responded: the attempt continues, if the pod still needs a node.
    private void resume(Progress progress, ExtenderResult extenderResult) {
        Attempt attempt = progress.attempt();
        if (reporter.endIfObsolete(attempt)) {
            return;
        }
        proceed(
                progress,
                switch (extenderResult) {
                    case ExtenderResult.OnNodes onNodes ->
                            search.conclude(attempt, onNodes, progress.inFull());
                    case ExtenderResult.Failed(String message) -> new Choice.Broken(message);
                    case ExtenderResult.OnPreemption other ->
                            throw new IllegalStateException("extenders were called about nodes");
                });
    }

    private void callExtenders(
            Attempt attempt, List<PreemptionPlan> plans, Consumer<PostFilters.Reply> then) {
        if (!suspendedAttempt.preemptionNeedsExtenders(attempt)) {
            then.accept(new PostFilters.Reply(plans, ""));
            return;
        }
        attempt.suspend();
        suspendedAttempt.callForPreemption(
                attempt,
                plans,
                extenderResult ->
                        guarded(
                                attempt.queued(),
                                () -> {
                                    if (!reporter.endIfObsolete(attempt)) {
                                        then.accept(
                                                search.prepareAgain(attempt)
                                                        .map(why ->
                                                                new PostFilters.Reply(
                                                                        List.of(), why))
                                                        .orElseGet(() ->
                                                                suspendedAttempt.reply(
                                                                        extenderResult)));
                                    }
                                }));
    }

    private void preempted(Pod pod, Preemption preemption) {
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
}
