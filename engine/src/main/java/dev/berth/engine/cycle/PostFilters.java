package dev.berth.engine.cycle;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
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

/// Lets the post filters try to make room for a pod that fits nowhere.
public final class PostFilters {
    private static final Meter.Point POST_FILTER = Meter.Point.POST_FILTER;

    private final PluginTimes times;

    public PostFilters(PluginTimes times) {
        this.times = times;
    }

    /// What they achieved.
    public record PostFilterOutcome(Nomination nomination, Optional<Preemption> preemption) {
        static PostFilterOutcome of(Nomination nomination) {
            return new PostFilterOutcome(nomination, Optional.empty());
        }
    }

    /// Lets extenders say what they think of evictions.
    @FunctionalInterface
    public interface Consultant {
        /// Tells `then` what they leave, now or later.
        void ask(Attempt attempt, List<PreemptionPlan> plans, Consumer<Reply> then);
    }

    /// What extenders leave of evictions.
    ///
    /// @param failure why one that must be heard was not; empty when all is well
    public record Reply(List<PreemptionPlan> plans, String failure) {
        /// With pods for the UIDs that extenders name; a plan some victim of which has gone
        /// meanwhile is left out.
        public static Reply of(ExtenderResult extenderResult, ClusterState state) {
            return switch (extenderResult) {
                case ExtenderResult.OnEvictions(var left) ->
                        new Reply(
                                left.stream().flatMap(each -> plan(each, state).stream()).toList(),
                                "");
                case ExtenderResult.Failed(String message) -> new Reply(List.of(), message);
                case ExtenderResult.OnNodes other ->
                        throw new IllegalStateException("nobody asked about nodes");
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

    /// Asks one after the other; their message becomes part of the diagnosis. `then` is told at
    /// once, or after extenders were asked.
    public void runAll(
            Attempt attempt,
            DiagnosisReport diagnosis,
            Consultant consultant,
            Consumer<PostFilterOutcome> then) {
        if (attempt.profile().postFilters().isEmpty()) {
            then.accept(PostFilterOutcome.of(Nomination.CLEAR));
        } else {
            new Round(attempt, diagnosis, consultant, then).goOn();
        }
    }

    private final class Round {
        private final Attempt attempt;
        private final DiagnosisReport diagnosis;
        private final Consultant consultant;
        private final Consumer<PostFilterOutcome> then;
        private final Iterator<NamedPlugin<PostFilter>> plugins;
        private final List<String> reasons = new ArrayList<>();
        private final long began = times.now();
        private Nomination nomination = Nomination.KEEP;
        private boolean calledExtenders;

        Round(
                Attempt attempt,
                DiagnosisReport diagnosis,
                Consultant consultant,
                Consumer<PostFilterOutcome> then) {
            this.attempt = attempt;
            this.diagnosis = diagnosis;
            this.consultant = consultant;
            this.then = then;
            this.plugins = attempt.profile().postFilters().iterator();
        }

        void goOn() {
            // After a consultation the diagnosis is of a cluster that was: nobody else is asked.
            if (plugins.hasNext() && !calledExtenders) {
                NamedPlugin<PostFilter> plugin = plugins.next();
                attempt.profile().meter().plugin(plugin.name()).evaluated(POST_FILTER, 1);
                runPlugin(plugin.name(), () -> plugin.plugin().postFilter(attempt, diagnosis));
            } else {
                diagnosis.postFilterMessage(String.join(", ", reasons));
                over(Meter.Status.UNSCHEDULABLE, PostFilterOutcome.of(nomination));
            }
        }

        private void over(Meter.Status status, PostFilterOutcome aftermath) {
            attempt.profile().meter().ran(POST_FILTER, status, times.now() - began);
            then.accept(aftermath);
        }

        private void runPlugin(String plugin, Supplier<PostFilterVerdict> speaker) {
            times.mark(plugin);
            PostFilterVerdict verdict;
            var status = Meter.Status.ERROR;
            try {
                verdict =
                        Objects.requireNonNull(speaker.get(), "a post filter must not return null");
                status = status(verdict);
            } catch (RuntimeException | Error problem) {
                times.failed(plugin, "PostFilter");
                end(PluginFailure.textOf(problem), Nomination.KEEP, Meter.Status.ERROR);
                return;
            } finally {
                times.unmark();
                times.report(attempt.profile().meter().plugin(plugin), POST_FILTER, status);
            }
            switch (verdict) {
                case PostFilterVerdict.Success(Nomination nominated, var preemption) ->
                        over(Meter.Status.SUCCESS, new PostFilterOutcome(nominated, preemption));
                case PostFilterVerdict.CallExtenders(var plans, var afterwards) -> {
                    calledExtenders = true;
                    consultant.ask(
                            attempt,
                            plans,
                            reply -> {
                                if (reply.failure().isEmpty()) {
                                    runPlugin(plugin, () -> afterwards.apply(reply.plans()));
                                } else {
                                    end(reply.failure(), Nomination.KEEP, Meter.Status.ERROR);
                                }
                            });
                }
                case PostFilterVerdict.Failure(Reject why, Nomination wanted) -> {
                    if (why.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE) {
                        end(why.message(), wanted, Meter.Status.UNRESOLVABLE);
                        return;
                    }
                    if (wanted instanceof Nomination.Nominate) {
                        nomination = wanted;
                    }
                    reasons.addAll(why.reasons());
                    goOn();
                }
            }
        }

        // Parity: a post filter that fails does not change the outcome; its text is shown.
        private void end(String message, Nomination wanted, Meter.Status status) {
            diagnosis.postFilterMessage(message);
            over(status, PostFilterOutcome.of(wanted));
        }

        private static Meter.Status status(PostFilterVerdict verdict) {
            return switch (verdict) {
                case PostFilterVerdict.Success helped -> Meter.Status.SUCCESS;
                case PostFilterVerdict.CallExtenders callExtenders -> Meter.Status.SUCCESS;
                case PostFilterVerdict.Failure(Reject why, var wanted) -> Meter.Status.of(why);
            };
        }
    }
}
