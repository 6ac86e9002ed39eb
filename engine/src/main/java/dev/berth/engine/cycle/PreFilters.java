package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.Set;

/// Makes the filters of an attempt: what kube-scheduler calls pre-filter.
///
/// A filter that was kept for the shape is not made again; its plugin is not even asked.
final class PreFilters {
    private final PluginTimes times;

    PreFilters(PluginTimes times) {
        this.times = times;
    }

    /// The pod as a whole is refused.
    ///
    /// @param plugin empty when several plugins together leave no node
    /// @param narrowing the plugins that narrowed the choice before
    record PodRejection(String plugin, Reject why, NavigableSet<String> narrowing) {}

    /// Fills `judges`; the refusal when the pod as a whole is refused, else null.
    @Nullable PodRejection prepare(
            EvaluatorPlan<Filter> plan,
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeVerdicts verdicts) {
        try {
            return ask(plan, attempt, nodeFilters, verdicts);
        } finally {
            times.unmark();
        }
    }

    private @Nullable PodRejection ask(
            EvaluatorPlan<Filter> plan,
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeVerdicts verdicts) {
        PodRejection refusal = null;
        for (EvaluatorPlan.Step<Filter> step : plan.steps()) {
            NodeFilter known =
                    step.index() < 0 ? null : verdicts.keptFilter(step.index(), attempt.pod());
            Set<String> only = null;
            if (known != null) {
                nodeFilters.set(step.index(), known);
                only = verdicts.keptNames(step.index());
            } else {
                switch (judgement(step, attempt)) {
                    case PreFilterResult.Skip skip -> drop(step, verdicts);
                    case PreFilterResult.RejectPod(Reject why, NodeFilter whatIf) -> {
                        drop(step, verdicts);
                        switch (why.code()) {
                            case UNSCHEDULABLE_AND_UNRESOLVABLE -> {
                                return new PodRejection(
                                        step.name(), why, Collections.emptyNavigableSet());
                            }
                            case UNSCHEDULABLE -> {
                                refusal =
                                        new PodRejection(step.name(), why, nodeFilters.narrowing());
                                if (step.index() >= 0) {
                                    nodeFilters.set(step.index(), whatIf);
                                }
                            }
                            case PENDING ->
                                    throw new PluginFailure(
                                            "running PreFilter plugin \"%s\": %s"
                                                    .formatted(step.name(), why.message()));
                        }
                    }
                    case PreFilterResult.Run(NodeFilter filter) ->
                            install(step, filter, null, nodeFilters, verdicts, attempt);
                    case PreFilterResult.RunOn(NodeFilter filter, var names) -> {
                        install(step, filter, names, nodeFilters, verdicts, attempt);
                        only = names;
                    }
                }
            }
            if (only != null) {
                nodeFilters.narrow(step.name(), only);
                if (nodeFilters.only() != null && nodeFilters.only().isEmpty()) {
                    return new PodRejection("", nothingLeft(nodeFilters), nodeFilters.narrowing());
                }
            }
        }
        return refusal == null
                ? null
                : new PodRejection(refusal.plugin(), refusal.why(), nodeFilters.narrowing());
    }

    private PreFilterResult judgement(EvaluatorPlan.Step<Filter> step, Attempt attempt) {
        times.mark(step.name());
        var status = Meter.Status.ERROR;
        try {
            PreFilterResult judgement =
                    switch (step.way()) {
                        case PREPARED, PLAIN ->
                                PluginFailure.answered(step.plugin().filterFor(attempt));
                        case ALONE -> alone(step.plugin().filterWithoutPreFilter(attempt));
                    };
            status = status(judgement);
            return judgement;
        } catch (RuntimeException | Error problem) {
            if (step.way() == EvaluatorPlan.Way.PREPARED) {
                times.failed(step.name(), "PreFilter");
                throw new PluginFailure(
                        "running PreFilter plugin \"%s\": ".formatted(step.name()), problem);
            }
            // Its turn comes at the nodes, and only if one gets as far.
            return PreFilterResult.of(new Failing(problem));
        } finally {
            report(step, status);
        }
    }

    private static Meter.Status status(PreFilterResult said) {
        return switch (said) {
            case PreFilterResult.Skip skip -> Meter.Status.SKIP;
            case PreFilterResult.RejectPod(Reject why, NodeFilter whatIf) -> Meter.Status.of(why);
            case PreFilterResult.Run run -> Meter.Status.SUCCESS;
            case PreFilterResult.RunOn run -> Meter.Status.SUCCESS;
        };
    }

    private void report(EvaluatorPlan.Step<Filter> step, Meter.Status status) {
        if (step.way() != EvaluatorPlan.Way.PREPARED) {
            return;
        }
        // Parity: who has nothing to check does not count as evaluated.
        if (status != Meter.Status.SKIP) {
            step.meter().evaluated(Meter.Point.PRE_FILTER, 1);
        }
        if (times.sampled()) {
            times.unmark();
            times.report(step.meter(), Meter.Point.PRE_FILTER, status);
        }
    }

    /// Without a part at `preFilter` there is no refusing and no narrowing, only verdicts on nodes.
    private static PreFilterResult alone(PreFilterResult said) {
        return switch (said) {
            case PreFilterResult.RejectPod refuse -> PreFilterResult.of(node -> refuse.why());
            case PreFilterResult.RunOn(NodeFilter filter, var names) -> PreFilterResult.of(filter);
            case PreFilterResult.Skip skip -> skip;
            case PreFilterResult.Run run -> run;
        };
    }

    private record Failing(Throwable problem) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            throw new IllegalStateException(PluginFailure.textOf(problem), problem);
        }
    }

    private static void drop(EvaluatorPlan.Step<Filter> step, ShapeVerdicts verdicts) {
        if (step.index() >= 0) {
            verdicts.drop(step.index());
        }
    }

    private static void install(
            EvaluatorPlan.Step<Filter> step,
            NodeFilter filter,
            @Nullable Set<String> only,
            NodeFilters nodeFilters,
            ShapeVerdicts verdicts,
            Attempt attempt) {
        if (step.index() < 0) {
            return;
        }
        nodeFilters.set(step.index(), filter);
        if (filter.dependsOn().cacheable()) {
            verdicts.keep(step.index(), filter, only, attempt.pod());
        } else {
            verdicts.drop(step.index());
        }
    }

    private static Reject nothingLeft(NodeFilters nodeFilters) {
        return nodeFilters.narrowing().size() == 1
                ? Reject.unresolvable(
                        "node(s) didn't satisfy plugin " + nodeFilters.narrowing().first())
                : Reject.unresolvable(
                        "node(s) didn't satisfy plugin(s) %s simultaneously"
                                .formatted(nodeFilters.narrowingAsList()));
    }
}
