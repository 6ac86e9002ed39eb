package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.port.Trace;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Placement;
import dev.berth.spi.Reject;

import java.util.List;

/// Handles the end of a binding cycle.
public final class BindingResults {
    private final EngineServices services;
    private final SchedulingQueue queue;
    private final Outbox outbox;
    private final AttemptCounts counts;
    private final PlacementUndo undo;
    private final BindVerifier verifier;
    private final Log log;

    public BindingResults(
            EngineServices services,
            SchedulingQueue queue,
            Outbox outbox,
            AttemptCounts counts,
            PlacementUndo undo,
            BindVerifier verifier) {
        this.services = services;
        this.queue = queue;
        this.outbox = outbox;
        this.counts = counts;
        this.undo = undo;
        this.verifier = verifier;
        this.log = services.log().of(BindingResults.class);
    }

    BindVerifier verifier() {
        return verifier;
    }

    /// Permit is over: events no longer matter to the pod.
    void permitted(BindingCycle binding) {
        queue.done(binding.uid());
    }

    /// A plugin rejected the pod while it waited on Permit.
    void rejectedOnPermit(BindingCycle binding, String plugin, Reject why) {
        undo.undo(binding, AttemptFailure.rejected(plugin, why));
    }

    /// The binding cycle ended. If it is unknown whether the pod is bound, the pod is read.
    void ended(BindingCycle binding, BindOutcome outcome) {
        switch (outcome) {
            case BindOutcome.Bound bound -> bound(binding);
            case BindOutcome.BoundByExtender(String extender) -> {
                bound(binding);
                verifier.checkLater(binding, extender);
            }
            case BindOutcome.Rejected(Reject why) ->
                    undo.undo(binding, AttemptFailure.unschedulable(why.message()));
            case BindOutcome.Failed(String message) ->
                    undo.undo(binding, new AttemptFailure.Failed(message));
            case BindOutcome.Skipped unclaimed -> undo.undo(binding, new AttemptFailure.Failed(""));
            case BindOutcome.Unknown unknown -> verifier.verify(binding);
        }
    }

    /// A pod was read that an extender had reported as bound.
    void reportedBindRead(String uid, ReadOutcome outcome) {
        verifier.reportedBindRead(uid, outcome)
                .ifPresent(unbound ->
                        undo.undo(unbound.binding(), new AttemptFailure.Failed(unbound.message())));
    }

    private void bound(BindingCycle binding) {
        Placement placement = binding.placement();
        counts.countScheduled();
        QueuedPod queued = binding.queued();
        PluginTimes times = services.times();
        binding.profile()
                .meter()
                .attempted(Meter.Result.SCHEDULED, times.upToLast(queued.beganTicks()));
        binding.trace().ended(Trace.Result.SCHEDULED, placement.node(), "", times.last());
        queued.traceEnded();
        times.meter()
                .bound(
                        queued.attempts(),
                        services.timers().nowNanos() - queued.readySinceNanos(),
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
                        // One concatenation; the key of the pod would be another string.
                        "Successfully assigned "
                                + placement.pod().namespace()
                                + "/"
                                + placement.pod().name()
                                + " to "
                                + placement.node()));
        activate(binding.attempt(), services.inbox());
    }

    /// Activates the pods that plugins requested during the attempt.
    public static void activate(Attempt attempt, Message.Inbox inbox) {
        List<String> wanted = attempt.takeActivations();
        if (!wanted.isEmpty()) {
            inbox.accept(new Message.Activate(List.copyOf(wanted)));
        }
    }
}
