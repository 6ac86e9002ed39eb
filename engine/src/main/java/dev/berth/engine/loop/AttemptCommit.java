package dev.berth.engine.loop;

import dev.berth.engine.binding.AttemptFailure;
import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.BindingCycle;
import dev.berth.engine.binding.BindingResults;
import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.binding.FailureReporter;
import dev.berth.engine.binding.PlacementUndo;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.Choice;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Commits an attempt to the node that was found: assumes the pod, runs Reserve and Permit, and
/// starts the binding cycle (kube-scheduler: `assumeAndReserve`).
final class AttemptCommit {
    // Parity: maxTimeout of framework.
    private static final Duration MAX_PERMIT_WAIT = Duration.ofMinutes(15);

    private final EngineServices services;
    private final ClusterState state;
    private final ClusterEvents events;
    private final Binder binder;
    private final PlacementUndo undo;
    private final FailureReporter reporter;
    private final PluginRunner runner;

    AttemptCommit(
            EngineServices services,
            ClusterState state,
            ClusterEvents events,
            Binder binder,
            PlacementUndo undo,
            FailureReporter reporter) {
        this.services = services;
        this.state = state;
        this.events = events;
        this.binder = binder;
        this.undo = undo;
        this.reporter = reporter;
        this.runner = services.runner();
    }

    /// @param nodes how many nodes there were
    void commit(Attempt attempt, Choice.Found found, int nodes) {
        Pod placed = attempt.pod().on(found.node());
        try {
            events.nominationsEnded(state.assume(placed));
        } catch (IllegalStateException problem) {
            runner.failures().reportBug(problem, placed);
            reporter.failed(
                    attempt.queued(),
                    placed,
                    new AttemptFailure.Failed(PluginFailure.textOf(problem)));
            return;
        }
        try {
            commitAssumed(attempt, placed, found, nodes);
        } catch (RuntimeException | Error bug) {
            if (!state.assumed(placed.uid())) {
                throw bug;
            }
            // The pod would remain assumed for ever.
            runner.failures().reportBug(bug, placed);
            undo.undoCommit(
                    binding(attempt, placed, found, nodes),
                    new AttemptFailure.Failed("internal error: " + PluginFailure.textOf(bug)));
        }
    }

    private void commitAssumed(Attempt attempt, Pod placed, Choice.Found found, int nodes) {
        Map<String, Duration> waits =
                attempt.profile().permits().isEmpty() ? Map.of() : new LinkedHashMap<>();
        Optional<AttemptFailure> failure =
                reserveAndPermit(attempt, state.nodes().view(found.row()), waits);
        events.objectsAssumed(state);
        BindingCycle binding = binding(attempt, placed, found, nodes);
        if (failure.isPresent()) {
            undo.undoCommit(binding, failure.get());
            return;
        }
        BindingResults.activate(attempt, services.inbox());
        binder.start(binding, waits);
    }

    /// The binding cycle, with what plugins have put into the cycle state so far.
    private BindingCycle binding(Attempt attempt, Pod placed, Choice.Found found, int nodes) {
        return new BindingCycle(
                attempt,
                attempt.placement(placed),
                nodes,
                found.feasible(),
                services.times().sampled(),
                attempt.queued().trace());
    }

    private Optional<AttemptFailure> reserveAndPermit(
            Attempt attempt, NodeView node, Map<String, Duration> waits) {
        Meter.OfProfile meter = attempt.profile().meter();
        PluginTimes times = services.times();
        long began = times.measured() ? times.mark() : 0;
        Optional<AttemptFailure> failure = reserve(attempt, node);
        meter.ran(Meter.Point.RESERVE, status(failure), times.upToLast(began));
        times.trace().ran(Meter.Point.RESERVE, status(failure), began, times.last());
        if (failure.isEmpty()) {
            began = times.last();
            failure = permit(attempt, node, waits);
            Meter.Status status =
                    waits.isEmpty() || failure.isPresent() ? status(failure) : Meter.Status.WAIT;
            meter.ran(Meter.Point.PERMIT, status, times.upToLast(began));
            times.trace().ran(Meter.Point.PERMIT, status, began, times.last());
        }
        return failure;
    }

    private static Meter.Status status(Optional<AttemptFailure> failure) {
        return failure.map(AttemptFailure::status).orElse(Meter.Status.SUCCESS);
    }

    private Optional<AttemptFailure> reserve(Attempt attempt, NodeView node) {
        Meter.OfProfile meter = attempt.profile().meter();
        List<NamedPlugin<Reserve>> plugins = attempt.profile().reserves();
        for (int i = 0; i < plugins.size(); i++) {
            NamedPlugin<Reserve> plugin = plugins.get(i);
            try {
                if (runner.reserve(plugin, meter, attempt, node) instanceof Reject why) {
                    return Optional.of(AttemptFailure.rejected(plugin.name(), why));
                }
            } catch (PluginFailure failure) {
                return failed(attempt, failure);
            } finally {
                events.objectsAssumed(state);
            }
        }
        return Optional.empty();
    }

    private Optional<AttemptFailure> permit(
            Attempt attempt, NodeView node, Map<String, Duration> waits) {
        Meter.OfProfile meter = attempt.profile().meter();
        List<NamedPlugin<Permit>> plugins = attempt.profile().permits();
        for (int i = 0; i < plugins.size(); i++) {
            NamedPlugin<Permit> plugin = plugins.get(i);
            try {
                switch (runner.permit(plugin, meter, attempt, node)) {
                    case PermitVerdict.Allow allow -> {}
                    case PermitVerdict.Wait(Duration atMost, var reasons) ->
                            waits.put(plugin.name(), bounded(atMost));
                    case PermitVerdict.Deny(Reject why) -> {
                        return Optional.of(AttemptFailure.rejected(plugin.name(), why));
                    }
                }
            } catch (PluginFailure failure) {
                return failed(attempt, failure);
            }
        }
        return Optional.empty();
    }

    private Optional<AttemptFailure> failed(Attempt attempt, PluginFailure failure) {
        runner.failures().report(failure, attempt.pod());
        return Optional.of(new AttemptFailure.Failed(PluginFailure.textOf(failure)));
    }

    private static Duration bounded(Duration atMost) {
        if (atMost.isNegative()) {
            return Duration.ZERO;
        }
        return atMost.compareTo(MAX_PERMIT_WAIT) > 0 ? MAX_PERMIT_WAIT : atMost;
    }
}
