package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.DependsOn;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;

/// Runs PreFilter and creates the node filters of an attempt.
///
/// A filter that is cached for the pod shape is not created again, and its plugin is not called.
final class AttemptPreparation {
    private final ClusterState state;
    private final NodeTable nodes;
    private final PodShapeCache shapes;
    private final PluginRunner runner;
    private long matchFailures;
    private final Map<Profile, EvaluatorPlan<Filter>> plans = new HashMap<>();

    AttemptPreparation(ClusterState state, PodShapeCache shapes, PluginRunner runner) {
        this.state = state;
        this.nodes = state.nodes();
        this.shapes = shapes;
        this.runner = runner;
    }

    /// A rejection of the pod by PreFilter.
    ///
    /// @param plugin empty when several plugins together leave no node
    /// @param narrowing the plugins that restricted the attempt to some nodes before
    private record PodRejection(String plugin, Reject why, NavigableSet<String> narrowing) {}

    /// Prepares an attempt, and keeps the result in it for what-ifs of its plugins.
    ///
    /// @throws PluginFailure if a plugin fails
    PreparedAttempt prepare(Attempt attempt) {
        if (matchFailures != state.matchFailures()) {
            matchFailures = state.matchFailures();
            shapes.clear();
        }
        EvaluatorPlan<Filter> plan = plan(attempt.profile());
        var nodeFilters =
                new NodeFilters(
                        plan.names(), plan.meters(), runner, attempt.profile().checksAllFilters());
        var prepared =
                new PreparedAttempt(
                        attempt, nodeFilters, shapes.of(attempt.pod(), attempt.profile()));
        attempt.prepared = prepared;
        PodRejection rejection;
        try {
            rejection = run(plan, attempt, nodeFilters, prepared.shape());
        } finally {
            runner.times().unmark();
        }
        if (rejection != null) {
            prepared.reject(
                    DiagnosisReport.of(nodes.count())
                            .rejectedBy(rejection.narrowing())
                            .rejectPod(rejection.plugin(), rejection.why())
                            .build());
        }
        return prepared;
    }

    /// Forgets the plans, because other profiles are in force.
    void forgetProfiles() {
        plans.clear();
    }

    private EvaluatorPlan<Filter> plan(Profile profile) {
        return plans.computeIfAbsent(
                profile,
                key ->
                        EvaluatorPlan.of(
                                key.preFilters(),
                                key.filters(),
                                Filter::hasPreFilter,
                                key.meter()));
    }

    private @Nullable PodRejection run(
            EvaluatorPlan<Filter> plan,
            Attempt attempt,
            NodeFilters nodeFilters,
            PodShapeEntry shape) {
        FilterResultCache verdicts = shape.verdicts;
        PodRejection rejection = null;
        for (EvaluatorPlan.Step<Filter> step : plan.steps()) {
            if (shape.filterSkips.skips(step, PluginCall.PRE_FILTER, attempt.pod(), runner)) {
                continue;
            }
            FilterResultCache.CachedFilter known = cached(step, attempt, verdicts);
            Set<String> only = null;
            if (known != null) {
                nodeFilters.set(step.index(), known.filter(), known.depends());
                only = known.only();
            } else {
                switch (preFilterResult(step, attempt)) {
                    case PreFilterResult.Skip(DependsOn depends) ->
                            skip(step, depends, shape, attempt);
                    case PreFilterResult.RejectPod(Reject why, NodeFilter whatIf) -> {
                        drop(step, verdicts);
                        switch (why.code()) {
                            case UNSCHEDULABLE_AND_UNRESOLVABLE -> {
                                return new PodRejection(
                                        step.name(), why, Collections.emptyNavigableSet());
                            }
                            case UNSCHEDULABLE ->
                                    rejection = unschedulable(step, why, whatIf, nodeFilters);
                            case PENDING ->
                                    throw PluginFailure.invalid(
                                            PluginCall.PRE_FILTER,
                                            step.name(),
                                            PluginCall.PRE_FILTER.text(step.name(), why.message()));
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
                    return new PodRejection("", noNodeLeft(nodeFilters), nodeFilters.narrowing());
                }
            }
        }
        return rejection == null
                ? null
                : new PodRejection(rejection.plugin(), rejection.why(), nodeFilters.narrowing());
    }

    /// The rejection of a pod that preemption may help: its filter runs in what-ifs only.
    private PodRejection unschedulable(
            EvaluatorPlan.Step<Filter> step,
            Reject why,
            NodeFilter whatIf,
            NodeFilters nodeFilters) {
        var rejection = new PodRejection(step.name(), why, nodeFilters.narrowing());
        if (step.index() >= 0) {
            nodeFilters.set(step.index(), whatIf, runner.dependsOn(step.name(), whatIf));
        }
        return rejection;
    }

    private static void skip(
            EvaluatorPlan.Step<Filter> step,
            DependsOn depends,
            PodShapeEntry shape,
            Attempt attempt) {
        if (step.index() >= 0) {
            shape.verdicts.drop(step.index());
            shape.filterSkips.cache(step.index(), depends, attempt.pod());
        }
    }

    /// The filter that is cached for the plugin and the pod shape, if it is still valid.
    private FilterResultCache.@Nullable CachedFilter cached(
            EvaluatorPlan.Step<Filter> step, Attempt attempt, FilterResultCache verdicts) {
        FilterResultCache.CachedFilter known =
                step.index() < 0 ? null : verdicts.cached(step.index(), attempt.pod());
        if (known == null) {
            return null;
        }
        try {
            return runner.stillValid(PluginCall.FILTER, step.name(), known.depends())
                    ? known
                    : null;
        } catch (PluginFailure failure) {
            // The next attempt runs PreFilter again.
            verdicts.drop(step.index());
            throw failure;
        }
    }

    private PreFilterResult preFilterResult(EvaluatorPlan.Step<Filter> step, Attempt attempt) {
        boolean prepares = step.way() == EvaluatorPlan.Way.PREPARED;
        boolean alone = step.way() == EvaluatorPlan.Way.ALONE;
        var status = Meter.Status.ERROR;
        try {
            PreFilterResult preFilterResult =
                    runner.preFilter(step.name(), step.plugin(), attempt, alone);
            status = status(preFilterResult);
            return alone ? alone(preFilterResult) : preFilterResult;
        } catch (PluginFailure failure) {
            if (prepares) {
                throw failure;
            }
            // The plugin is not enabled at PreFilter: it fails at Filter, if a node passes the
            // filters before it.
            return PreFilterResult.of(new Failing(failure));
        } finally {
            if (prepares) {
                runner.preparedBy(step.meter(), Meter.Point.PRE_FILTER, status);
            }
        }
    }

    private static Meter.Status status(PreFilterResult result) {
        return switch (result) {
            case PreFilterResult.Skip skip -> Meter.Status.SKIP;
            case PreFilterResult.RejectPod(Reject why, NodeFilter whatIf) -> Meter.Status.of(why);
            case PreFilterResult.Run evaluate -> Meter.Status.SUCCESS;
            case PreFilterResult.RunOn evaluate -> Meter.Status.SUCCESS;
        };
    }

    /// A plugin that is disabled at PreFilter neither rejects the pod nor restricts the nodes.
    private static PreFilterResult alone(PreFilterResult result) {
        return switch (result) {
            case PreFilterResult.RejectPod rejected -> PreFilterResult.of(node -> rejected.why());
            case PreFilterResult.RunOn(NodeFilter filter, var names) -> PreFilterResult.of(filter);
            case PreFilterResult.Skip skip -> skip;
            case PreFilterResult.Run evaluate -> evaluate;
        };
    }

    private record Failing(PluginFailure failure) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new IllegalStateException(PluginFailure.textOf(cause), cause);
        }
    }

    private static void drop(EvaluatorPlan.Step<Filter> step, FilterResultCache verdicts) {
        if (step.index() >= 0) {
            verdicts.drop(step.index());
        }
    }

    private void install(
            EvaluatorPlan.Step<Filter> step,
            NodeFilter filter,
            @Nullable Set<String> only,
            NodeFilters nodeFilters,
            FilterResultCache verdicts,
            Attempt attempt) {
        if (step.index() < 0) {
            return;
        }
        DependsOn depends = runner.dependsOn(step.name(), filter);
        nodeFilters.set(step.index(), filter, depends);
        if (depends.cacheable()) {
            verdicts.cache(step.index(), filter, only, depends, attempt.pod());
        } else {
            verdicts.drop(step.index());
        }
    }

    private static Reject noNodeLeft(NodeFilters nodeFilters) {
        return nodeFilters.narrowing().size() == 1
                ? Reject.unresolvable(
                        "node(s) didn't satisfy plugin " + nodeFilters.narrowing().first())
                : Reject.unresolvable(
                        "node(s) didn't satisfy plugin(s) %s simultaneously"
                                .formatted(nodeFilters.narrowingAsList()));
    }
}
