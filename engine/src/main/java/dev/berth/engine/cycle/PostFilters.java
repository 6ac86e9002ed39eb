package dev.berth.engine.cycle;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.Nomination;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Preemption;
import dev.berth.spi.PreemptionPlan;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Runs PostFilter for a pod that fits on no node.
public final class PostFilters {
    private static final Meter.Point POST_FILTER = Meter.Point.POST_FILTER;

    private final PluginRunner runner;
    private final PluginTimes times;

    public PostFilters(PluginRunner runner) {
        this.runner = runner;
        this.times = runner.times();
    }

    /// The result of all PostFilter plugins.
    ///
    /// @param diagnosis the diagnosis of the attempt with their message
    public record Result(
            DiagnosisReport diagnosis, Nomination nomination, Optional<Preemption> preemption) {}

    /// Calls the extenders that take part in preemption.
    @FunctionalInterface
    public interface ExtenderCaller {
        /// `then` receives the remaining preemption plans, now or later.
        void call(Attempt attempt, List<PreemptionPlan> plans, Consumer<Reply> then);
    }

    /// The preemption plans that the extenders accept.
    ///
    /// @param failure why an extender that is not ignorable failed; empty if none did
    public record Reply(List<PreemptionPlan> plans, String failure) {
        /// Replaces the UIDs that extenders return by pods. A plan is left out if one of its
        /// victims is gone.
        public static Reply of(ExtenderResult extenderResult, ClusterState state) {
            return switch (extenderResult) {
                case ExtenderResult.OnPreemption(var left) ->
                        new Reply(
                                left.stream().flatMap(each -> plan(each, state).stream()).toList(),
                                "");
                case ExtenderResult.Failed(String message) -> new Reply(List.of(), message);
                case ExtenderResult.OnNodes other ->
                        throw new IllegalStateException("extenders were called about preemption");
            };
        }

        private static Optional<PreemptionPlan> plan(Extender.Evictions said, ClusterState state) {
            var victims = new ArrayList<Pod>();
            for (String uid : said.uids()) {
                state.pod(uid)
                        .flatMap(PodEntry::charged)
                        .filter(pod -> pod.spec().nodeName().equals(said.node()))
                        .ifPresent(victims::add);
            }
            return victims.size() == said.uids().size()
                    ? Optional.of(new PreemptionPlan(said.node(), victims, (int) said.violations()))
                    : Optional.empty();
        }
    }

    /// Runs one plugin after the other. `then` receives the result, at once or after extenders were
    /// called.
    public void run(
            Attempt attempt,
            DiagnosisReport diagnosis,
            ExtenderCaller extenderCaller,
            Consumer<Result> then) {
        if (attempt.profile().postFilters().isEmpty()) {
            then.accept(new Result(diagnosis, Nomination.CLEAR, Optional.empty()));
        } else {
            new Run(attempt, diagnosis, extenderCaller, then).next();
        }
    }

    private final class Run {
        private final Attempt attempt;
        private final DiagnosisReport diagnosis;
        private final ExtenderCaller extenderCaller;
        private final Consumer<Result> then;
        private final Iterator<NamedPlugin<PostFilter>> plugins;
        private final List<String> reasons = new ArrayList<>();
        private final long began = times.now();
        private Nomination nomination = Nomination.KEEP;
        private boolean calledExtenders;

        Run(
                Attempt attempt,
                DiagnosisReport diagnosis,
                ExtenderCaller extenderCaller,
                Consumer<Result> then) {
            this.attempt = attempt;
            this.diagnosis = diagnosis;
            this.extenderCaller = extenderCaller;
            this.then = then;
            this.plugins = attempt.profile().postFilters().iterator();
        }

        void next() {
            // After extenders were called the diagnosis is outdated, so no other plugin runs.
            if (plugins.hasNext() && !calledExtenders) {
                NamedPlugin<PostFilter> plugin = plugins.next();
                attempt.profile().meter().plugin(plugin.name()).evaluated(POST_FILTER, 1);
                call(plugin.name(), () -> plugin.plugin().postFilter(attempt, diagnosis));
            } else {
                end(
                        Meter.Status.UNSCHEDULABLE,
                        String.join(", ", reasons),
                        nomination,
                        Optional.empty());
            }
        }

        private void end(
                Meter.Status status,
                String message,
                Nomination wanted,
                Optional<Preemption> preemption) {
            long now = times.now();
            attempt.profile().meter().ran(POST_FILTER, status, now - began);
            attempt.queued().trace().ran(POST_FILTER, status, began, now);
            then.accept(
                    new Result(
                            message.isEmpty()
                                    ? diagnosis
                                    : diagnosis.withPostFilterMessage(message),
                            wanted,
                            preemption));
        }

        private void call(String plugin, Supplier<PostFilterVerdict> code) {
            PostFilterVerdict verdict;
            try {
                verdict =
                        runner.postFilter(
                                plugin,
                                attempt.profile().meter(),
                                () ->
                                        Objects.requireNonNull(
                                                code.get(),
                                                "a PostFilter plugin must not return null"),
                                Run::status);
            } catch (PluginFailure failure) {
                runner.failures().report(failure, attempt.pod());
                failed(PluginFailure.textOf(failure));
                return;
            }
            switch (verdict) {
                case PostFilterVerdict.Success(Nomination nominated, var preemption, var message) ->
                        end(Meter.Status.SUCCESS, message, nominated, preemption);
                case PostFilterVerdict.CallExtenders(var plans, var afterwards) -> {
                    calledExtenders = true;
                    extenderCaller.call(
                            attempt,
                            plans,
                            reply -> {
                                if (reply.failure().isEmpty()) {
                                    call(plugin, () -> afterwards.apply(reply.plans()));
                                } else {
                                    failed(reply.failure());
                                }
                            });
                }
                case PostFilterVerdict.Failure(Reject why, Nomination wanted) -> {
                    if (why.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE) {
                        end(Meter.Status.UNRESOLVABLE, why.message(), wanted, Optional.empty());
                        return;
                    }
                    if (wanted instanceof Nomination.Nominate) {
                        nomination = wanted;
                    }
                    reasons.addAll(why.reasons());
                    next();
                }
                case PostFilterVerdict.Aborted(String message) -> failed(message);
            }
        }

        // Parity: schedulePod keeps the FitError when the status of a PostFilter plugin is an
        // error,
        // and shows its text.
        private void failed(String message) {
            end(Meter.Status.ERROR, message, Nomination.KEEP, Optional.empty());
        }

        private static Meter.Status status(PostFilterVerdict verdict) {
            return switch (verdict) {
                case PostFilterVerdict.Success success -> Meter.Status.SUCCESS;
                case PostFilterVerdict.CallExtenders callExtenders -> Meter.Status.SUCCESS;
                case PostFilterVerdict.Failure(Reject why, var wanted) -> Meter.Status.of(why);
                case PostFilterVerdict.Aborted aborted -> Meter.Status.ERROR;
            };
        }
    }
}
