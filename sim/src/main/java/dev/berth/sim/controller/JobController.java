package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs the pods of jobs until the required number has succeeded or too many have failed.
///
/// A pod of a job has a finalizer until the job counts it. Counting and the removal of the
/// finalizer are one atomic step, so that each finished pod counts exactly once.
final class JobController implements Controller {
    static final Kind JOB = new Kind("batch", "v1", "Job", "jobs", true);

    static final String INDEX = "batch.kubernetes.io/job-completion-index";
    private static final String FINALIZER = "batch.kubernetes.io/job-tracking";
    private static final Path PARALLELISM = ControllerFields.SPEC.then("parallelism");
    private static final Path COMPLETIONS = ControllerFields.SPEC.then("completions");
    private static final Path BACKOFF_LIMIT = ControllerFields.SPEC.then("backoffLimit");
    private static final Path SUSPEND = ControllerFields.SPEC.then("suspend");
    private static final Path DEADLINE = ControllerFields.SPEC.then("activeDeadlineSeconds");
    private static final Path TTL = ControllerFields.SPEC.then("ttlSecondsAfterFinished");
    private static final Path MODE = ControllerFields.SPEC.then("completionMode");
    private static final Path SUCCEEDED = ControllerFields.STATUS.then("succeeded");
    private static final Path FAILED = ControllerFields.STATUS.then("failed");
    private static final Path STARTED = ControllerFields.STATUS.then("startTime");
    private static final Path INDEXES = ControllerFields.STATUS.then("completedIndexes");
    private static final long DEFAULT_BACKOFF_LIMIT = 6;
    private static final long MAX_BACKOFF = 600;
    private static final long FIRST_BACKOFF = 10;
    private static final long AT_ONCE = 500;

    private final ControllerContext context;
    private final PodControl maker;
    private final WorkQueue jobs;
    private final WorkQueue orphans;

    JobController(ControllerContext context) {
        this.context = context;
        this.maker = new PodControl(context);
        this.jobs = context.workQueue();
        this.orphans = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(JOB)) {
            jobs.to(update.after().key());
            if (update.gone()) {
                context.view().ownedBy(update.after().uid()).forEach(pod -> orphans.to(pod.key()));
            }
        } else if (update.isOf(Kind.POD)) {
            if (update.after().typed().meta().finalizers().contains(FINALIZER)) {
                orphans.to(update.after().key());
            }
            update.after()
                    .typed()
                    .meta()
                    .controller()
                    .filter(owner -> owner.kind().equals(JOB.name()))
                    .ifPresent(owner -> jobs.to(update.after().namespace() + "/" + owner.name()));
        }
    }

    @Override
    public int settle() {
        int looked =
                jobs.process(key -> {
                    Optional<ObjectVersion> job = context.view().find(JOB, key);
                    job.filter(it -> ControllerFields.TEMPLATE.in(it.json())).ifPresent(this::look);
                });
        return looked
                + orphans.process(key ->
                        context.view()
                                .find(Kind.POD, key)
                                .filter(this::uncounted)
                                .ifPresent(pod -> context.letGo(pod, FINALIZER)));
    }

    /// Whether the job that would count this pod no longer exists.
    private boolean uncounted(ObjectVersion pod) {
        return pod.typed().meta().finalizers().contains(FINALIZER)
                && pod.typed()
                        .meta()
                        .controller()
                        .filter(owner ->
                                context.view()
                                        .find(JOB, pod.namespace() + "/" + owner.name())
                                        .filter(job -> job.uid().equals(owner.uid()))
                                        .isPresent())
                        .isEmpty();
    }

    private void look(ObjectVersion seen) {
        ObjectVersion job = context.store().together(() -> counted(seen));
        StatusConditions conditions = StatusConditions.of(job, context.stamp());
        List<ObjectVersion> active =
                context.view().controlledBy(job.uid(), Kind.POD).stream()
                        .filter(pod -> PodFacts.active(PodFacts.pod(pod)))
                        .toList();
        if (conditions.isTrue("Complete") || conditions.isTrue("Failed")) {
            active.forEach(pod -> maker.delete(job, pod));
            expire(job, conditions);
            return;
        }
        if (OwnerReferences.leaving(job)) {
            return;
        }
        Optional<Ending> ending = ending(job, active);
        if (ending.isPresent()) {
            active.forEach(pod -> maker.delete(job, pod));
            end(job, ending.get(), conditions);
        } else {
            run(job, active, conditions);
        }
    }

    /// Why a job is finished.
    private record Ending(boolean well, String reason, String message) {}

    private Optional<Ending> ending(ObjectVersion job, List<ObjectVersion> active) {
        long limit = BACKOFF_LIMIT.number(job.json(), DEFAULT_BACKOFF_LIMIT);
        if (FAILED.number(job.json(), 0) > limit) {
            return Optional.of(
                    new Ending(
                            false,
                            "BackoffLimitExceeded",
                            "Job has reached the specified backoff limit"));
        }
        Optional<Instant> started =
                Optional.of(STARTED.text(job.json()))
                        .filter(text -> !text.isEmpty())
                        .map(Instant::parse);
        if (DEADLINE.in(job.json()) && started.isPresent() && !suspended(job)) {
            Duration left = context.left(started.get(), DEADLINE.number(job.json(), 0));
            if (!left.isPositive()) {
                return Optional.of(
                        new Ending(
                                false,
                                "DeadlineExceeded",
                                "Job was active longer than specified deadline"));
            }
            jobs.later(left, job.key());
        }
        long done = SUCCEEDED.number(job.json(), 0);
        // A job without `completions` is complete when one pod has succeeded and no pod is active.
        boolean complete =
                COMPLETIONS.in(job.json())
                        ? done >= COMPLETIONS.number(job.json(), 1)
                        : done > 0 && active.isEmpty();
        return complete
                ? Optional.of(
                        new Ending(
                                true,
                                "CompletionsReached",
                                "Reached expected number of succeeded pods"))
                : Optional.empty();
    }

    private static boolean suspended(ObjectVersion job) {
        return SUSPEND.find(job.json()).equals(Optional.of(Json.Bool.TRUE));
    }

    private void end(ObjectVersion job, Ending ending, StatusConditions conditions) {
        conditions.with(
                ending.well() ? "SuccessCriteriaMet" : "FailureTarget",
                "True",
                ending.reason(),
                ending.message());
        conditions.with(
                ending.well() ? "Complete" : "Failed", "True", ending.reason(), ending.message());
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("active", Json.Null.NULL)
                        .with("ready", 0)
                        .with("conditions", conditions.json());
        context.status(
                job, ending.well() ? status.with("completionTime", context.stamp()) : status);
        context.note(
                job,
                !ending.well(),
                ending.well() ? "Completed" : ending.reason(),
                "",
                ending.well() ? "Job completed" : ending.message());
    }

    private void expire(ObjectVersion job, StatusConditions conditions) {
        if (!TTL.in(job.json()) || OwnerReferences.leaving(job)) {
            return;
        }
        String type = conditions.isTrue("Complete") ? "Complete" : "Failed";
        Instant finished =
                conditions
                        .find(type)
                        .map(Path.of("lastTransitionTime")::text)
                        .map(Instant::parse)
                        .orElseGet(context::now);
        Duration left = context.left(finished, TTL.number(job.json(), 0));
        if (left.isPositive()) {
            jobs.later(left, job.key());
        } else {
            context.delete(job);
        }
    }

    private void run(ObjectVersion job, List<ObjectVersion> active, StatusConditions conditions) {
        boolean suspended = suspended(job);
        if (suspended) {
            active.forEach(pod -> withdraw(job, pod));
            conditions.ensure("Suspended", "True", "JobSuspended", "Job suspended");
        } else {
            if (conditions.isTrue("Suspended")) {
                conditions.with("Suspended", "False", "JobResumed", "Job resumed");
            }
            scale(job, active);
        }
        long ready = active.stream().filter(pod -> PodFacts.ready(PodFacts.pod(pod))).count();
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("active", IntOrPercent.orNone(suspended ? 0 : active.size()))
                        .with("ready", suspended ? 0 : ready)
                        .with("terminating", leaving(job))
                        .with("uncountedTerminatedPods", Json.Obj.EMPTY)
                        .with("conditions", conditions.json());
        if (suspended) {
            status = status.with("startTime", Json.Null.NULL);
        } else if (!STARTED.in(job.json())) {
            status = status.with("startTime", context.stamp());
        }
        context.status(job, status);
    }

    private long leaving(ObjectVersion job) {
        return context.view().controlledBy(job.uid(), Kind.POD).stream()
                .map(PodFacts::pod)
                .filter(pod -> pod.terminating() && !pod.status().finished())
                .count();
    }

    private void scale(ObjectVersion job, List<ObjectVersion> active) {
        long parallelism = PARALLELISM.number(job.json(), 1);
        long done = SUCCEEDED.number(job.json(), 0);
        long wanted = parallelism;
        if (COMPLETIONS.in(job.json())) {
            wanted = Math.min(parallelism, COMPLETIONS.number(job.json(), 1) - done);
        } else if (done > 0) {
            wanted = Math.min(parallelism, active.size());
        }
        if (active.size() > wanted) {
            active.stream().skip(wanted).forEach(pod -> withdraw(job, pod));
            return;
        }
        if (active.size() < wanted && pausing(job)) {
            return;
        }
        long now = Math.min(wanted, active.size() + AT_ONCE);
        List<Long> free = JobIndexes.free(job, active, now - active.size());
        for (long i = active.size(); i < now; i++) {
            Json.Obj pod = pod(job, indexed(job) ? free.get((int) (i - active.size())) : -1);
            if (!maker.create(job, pod)) {
                jobs.later(PodControl.RETRY, job.key());
                return;
            }
        }
    }

    /// Deletes a pod that the job no longer needs. It does not count as a failure.
    private void withdraw(ObjectVersion job, ObjectVersion pod) {
        context.letGo(pod, FINALIZER);
        maker.delete(job, pod);
    }

    /// Whether the job is in backoff after its last failed pod.
    private boolean pausing(ObjectVersion job) {
        Optional<Instant> last = JobFailures.last(context.view().controlledBy(job.uid(), Kind.POD));
        if (last.isEmpty()) {
            return false;
        }
        long failures = Math.max(1, FAILED.number(job.json(), 0));
        long seconds = Math.min(MAX_BACKOFF, FIRST_BACKOFF << Math.min(failures - 1, Integer.SIZE));
        Duration left = context.left(last.get(), seconds);
        if (left.isPositive()) {
            jobs.later(left, job.key());
        }
        return left.isPositive();
    }

    static boolean indexed(ObjectVersion job) {
        return MODE.text(job.json()).equals("Indexed");
    }

    private static Json.Obj pod(ObjectVersion job, long index) {
        Json.Obj pod = PodControl.of(job);
        var finalizers = new ArrayList<>(ControllerFields.FINALIZERS.items(pod));
        finalizers.add(Json.of(FINALIZER));
        pod = ControllerFields.FINALIZERS.set(pod, new Json.Arr(finalizers));
        return index < 0 ? pod : JobIndexes.on(pod, job, index);
    }

    /// Counts the finished pods of the job. The caller holds the lock of the store.
    private ObjectVersion counted(ObjectVersion seen) {
        ObjectVersion job =
                context.store()
                        .find(JOB, seen.namespace(), seen.name())
                        .filter(it -> it.uid().equals(seen.uid()))
                        .orElse(seen);
        long succeeded = SUCCEEDED.number(job.json(), 0);
        long failed = FAILED.number(job.json(), 0);
        String indexes = INDEXES.text(job.json());
        var over = new ArrayList<ObjectVersion>();
        for (ObjectVersion each : context.view().controlledBy(job.uid(), Kind.POD)) {
            Pod pod = PodFacts.pod(each);
            if (!pod.meta().finalizers().contains(FINALIZER)
                    || (!pod.status().finished() && !pod.terminating())) {
                continue;
            }
            over.add(each);
            if (!pod.status().phase().equals("Succeeded")) {
                failed++;
            } else if (!indexed(job)) {
                succeeded++;
            } else {
                indexes = JobIndexes.with(indexes, pod);
                succeeded = JobIndexes.count(indexes);
            }
        }
        if (over.isEmpty()) {
            return job;
        }
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("succeeded", IntOrPercent.orNone(succeeded))
                        .with("failed", IntOrPercent.orNone(failed));
        context.status(job, indexes.isEmpty() ? status : status.with("completedIndexes", indexes));
        over.forEach(pod -> context.letGo(pod, FINALIZER));
        return context.store().find(JOB, job.namespace(), job.name()).orElse(job);
    }
}
