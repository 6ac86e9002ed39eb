package dev.berth.engine.cycle;

import dev.berth.engine.port.Advice;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.EvictionPlan;
import dev.berth.spi.Hope;
import dev.berth.spi.Nomination;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;

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
    public record Aftermath(Nomination nomination, Optional<Preemption> preemption) {
        static Aftermath of(Nomination nomination) {
            return new Aftermath(nomination, Optional.empty());
        }
    }

    /// Lets extenders say what they think of evictions.
    @FunctionalInterface
    public interface Consultant {
        /// Tells `then` what they leave, now or later.
        void ask(Attempt attempt, List<EvictionPlan> plans, Consumer<Reply> then);
    }

    /// What extenders leave of evictions.
    ///
    /// @param failure why one that must be heard was not; empty when all is well
    public record Reply(List<EvictionPlan> plans, String failure) {
        /// With pods for the UIDs that extenders name; a plan some victim of which has gone
        /// meanwhile is left out.
        public static Reply of(Advice advice, ClusterState state) {
            return switch (advice) {
                case Advice.OnEvictions(var left) ->
                        new Reply(
                                left.stream().flatMap(each -> plan(each, state).stream()).toList(),
                                "");
                case Advice.Failed(String message) -> new Reply(List.of(), message);
                case Advice.OnNodes other ->
                        throw new IllegalStateException("nobody asked about nodes");
            };
        }

        private static Optional<EvictionPlan> plan(Extender.Evictions said, ClusterState state) {
            var victims = new ArrayList<Pod>();
            for (String uid : said.uids()) {
                state.pod(uid)
                        .flatMap(PodEntry::charged)
                        .filter(pod -> pod.spec().nodeName().equals(said.node()))
                        .ifPresent(victims::add);
            }
            return victims.size() == said.uids().size()
                    ? Optional.of(new EvictionPlan(said.node(), victims, (int) said.violations()))
                    : Optional.empty();
        }
    }

    /// Asks one after the other; their message becomes part of the diagnosis. `then` is told at
    /// once, or after extenders were asked.
    public void tryToHelp(
            Attempt attempt,
            DiagnosisReport diagnosis,
            Consultant consultant,
            Consumer<Aftermath> then) {
        if (attempt.profile().postFilters().isEmpty()) {
            then.accept(Aftermath.of(Nomination.CLEAR));
        } else {
            new Round(attempt, diagnosis, consultant, then).goOn();
        }
    }

    private final class Round {
        private final Attempt attempt;
        private final DiagnosisReport diagnosis;
        private final Consultant consultant;
        private final Consumer<Aftermath> then;
        private final Iterator<Named<PostFilter>> plugins;
        private final List<String> reasons = new ArrayList<>();
        private final long began = times.now();
        private Nomination nomination = Nomination.KEEP;
        private boolean consulted;

        Round(
                Attempt attempt,
                DiagnosisReport diagnosis,
                Consultant consultant,
                Consumer<Aftermath> then) {
            this.attempt = attempt;
            this.diagnosis = diagnosis;
            this.consultant = consultant;
            this.then = then;
            this.plugins = attempt.profile().postFilters().iterator();
        }

        void goOn() {
            // After a consultation the diagnosis is of a cluster that was: nobody else is asked.
            if (plugins.hasNext() && !consulted) {
                Named<PostFilter> plugin = plugins.next();
                attempt.profile().meter().plugin(plugin.name()).evaluated(POST_FILTER, 1);
                hear(plugin.name(), () -> plugin.plugin().postFilter(attempt, diagnosis));
            } else {
                diagnosis.postFilterMessage(String.join(", ", reasons));
                over(Meter.Status.UNSCHEDULABLE, Aftermath.of(nomination));
            }
        }

        private void over(Meter.Status status, Aftermath aftermath) {
            attempt.profile().meter().ran(POST_FILTER, status, times.now() - began);
            then.accept(aftermath);
        }

        private void hear(String plugin, Supplier<PostFilterVerdict> speaker) {
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
                times.tell(attempt.profile().meter().plugin(plugin), POST_FILTER, status);
            }
            switch (verdict) {
                case PostFilterVerdict.Helped(Nomination promised, var preemption) ->
                        over(Meter.Status.SUCCESS, new Aftermath(promised, preemption));
                case PostFilterVerdict.Consult(var plans, var afterwards) -> {
                    consulted = true;
                    consultant.ask(
                            attempt,
                            plans,
                            reply -> {
                                if (reply.failure().isEmpty()) {
                                    hear(plugin, () -> afterwards.apply(reply.plans()));
                                } else {
                                    end(reply.failure(), Nomination.KEEP, Meter.Status.ERROR);
                                }
                            });
                }
                case PostFilterVerdict.NoHelp(Reject why, Nomination wanted) -> {
                    if (why.hope() == Hope.NONE) {
                        end(why.message(), wanted, Meter.Status.UNRESOLVABLE);
                        return;
                    }
                    if (wanted instanceof Nomination.Promise) {
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
            over(status, Aftermath.of(wanted));
        }

        private static Meter.Status status(PostFilterVerdict verdict) {
            return switch (verdict) {
                case PostFilterVerdict.Helped helped -> Meter.Status.SUCCESS;
                case PostFilterVerdict.Consult consult -> Meter.Status.SUCCESS;
                case PostFilterVerdict.NoHelp(Reject why, var wanted) -> Meter.Status.of(why);
            };
        }
    }
}
