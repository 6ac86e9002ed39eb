package dev.berth.engine.binding;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.spi.Bind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Reject;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs binding cycles: the wait on Permit, then PreBind, Bind and PostBind.
///
/// A binding that consists of one API call goes straight to the outbox. Every other binding runs on
/// its own thread and ends with a message. Either way [BindingResults] handles its end on the
/// scheduling thread, exactly once.
public final class Binder {
    private final EngineServices services;
    private final Outbox outbox;
    private final StatusWriter statuses;
    private final BindingExecutor executor;
    private final BindingResults results;
    private final PluginRunner runner;
    private final PluginTimes times;
    private final WaitingPodsMap waiting;
    private final Map<String, BindingCycle> bindings = new LinkedHashMap<>();
    private final Map<String, List<PreBindGroups.Step>> prepared = new LinkedHashMap<>();
    private final Map<String, BindingCancellation> preBinding = new HashMap<>();

    public Binder(
            EngineServices services,
            Outbox outbox,
            StatusWriter statuses,
            BindingExecutor executor,
            BindingResults results) {
        this.services = services;
        this.outbox = outbox;
        this.statuses = statuses;
        this.executor = executor;
        this.results = results;
        this.runner = services.runner();
        this.times = runner.times();
        this.waiting = new WaitingPodsMap(services.timers(), new PermitEnd(), times.meter());
    }

    private final class PermitEnd implements WaitingPodsMap.Ending {
        @Override
        public void allowed(BindingCycle binding) {
            binding.trace().waited(Meter.Status.SUCCESS);
            proceed(binding);
        }

        @Override
        public void rejected(BindingCycle binding, String plugin, String message) {
            binding.trace().waited(Meter.Status.UNSCHEDULABLE);
            prepared.remove(binding.uid());
            results.rejectedOnPermit(binding, plugin, Reject.unschedulable(message));
        }

        @Override
        public void preempted(BindingCycle binding) {
            binding.trace().waited(Meter.Status.ERROR);
            prepared.remove(binding.uid());
            results.ended(binding, new BindOutcome.Failed("waiting on permit for pod: preempted"));
        }
    }

    /// Begins the binding cycle.
    ///
    /// @param waits the permit plugins that the pod waits for, with their timeouts
    public void start(BindingCycle binding, Map<String, Duration> waits) {
        List<PreBindGroups.Step> steps;
        try {
            steps = preFlight(binding);
        } catch (PluginFailure failure) {
            runner.failures().report(failure, binding.placement().pod());
            recordPreFlight(binding, Meter.Status.ERROR);
            results.permitted(binding);
            results.ended(binding, new BindOutcome.Failed(PluginFailure.textOf(failure)));
            return;
        }
        boolean preBinds = !steps.isEmpty();
        recordPreFlight(binding, preBinds ? Meter.Status.SUCCESS : Meter.Status.SKIP);
        if (preBinds || !waits.isEmpty()) {
            // The binding may take a while, so the nomination is written early.
            statuses.nomination(
                    binding.attempt().pod(),
                    binding.placement().node(),
                    TraceScope.of(binding.trace()));
        }
        if (preBinds) {
            prepared.put(binding.uid(), steps);
        }
        if (waits.isEmpty()) {
            proceed(binding);
        } else {
            binding.trace().waits(times.last());
            waiting.add(binding, waits);
        }
    }

    private void recordPreFlight(BindingCycle binding, Meter.Status status) {
        if (times.measured()) {
            long took = times.elapsedSinceMark();
            binding.profile().meter().ran(Meter.Point.PRE_FLIGHT, status, took);
            binding.trace().ran(Meter.Point.PRE_FLIGHT, status, times.last() - took, times.last());
        }
    }

    /// The PreBind plugins of the binding; empty if none of them has anything to do.
    private List<PreBindGroups.Step> preFlight(BindingCycle binding) {
        List<NamedPlugin<PreBind>> plugins = binding.profile().preBinds();
        List<PreBindGroups.Step> steps = List.of();
        for (int i = 0; i < plugins.size(); i++) {
            NamedPlugin<PreBind> plugin = plugins.get(i);
            long began = times.beginCall();
            PreFlight answer;
            try {
                answer = runner.binding().preFlight(plugin, binding.placement());
            } finally {
                times.endCall(plugin.name(), began);
            }
            if (answer.needed() || !steps.isEmpty()) {
                steps = steps.isEmpty() ? new ArrayList<>() : steps;
                steps.add(new PreBindGroups.Step(plugin, answer.needed(), answer.parallel()));
            }
        }
        return steps;
    }

    private void proceed(BindingCycle binding) {
        results.permitted(binding);
        bindings.put(binding.uid(), binding);
        try {
            bind(binding, prepared.remove(binding.uid()));
        } catch (RuntimeException | Error bug) {
            // Without an end of its binding the pod would remain assumed for ever.
            runner.failures().reportBug(bug, binding.placement().pod());
            ended(
                    binding.uid(),
                    new BindOutcome.Failed("internal error: " + PluginFailure.textOf(bug)));
        }
    }

    private void bind(BindingCycle binding, @Nullable List<PreBindGroups.Step> steps) {
        List<Extender> binders =
                binding.attempt().extenders().bindersFor(binding.placement().pod());
        Optional<Write> write =
                steps == null && binders.isEmpty() ? onlyWrite(binding) : Optional.empty();
        if (write.isPresent()) {
            binding.profile().meter().ran(Meter.Point.PRE_BIND, Meter.Status.SUCCESS, 0);
            long began = times.last();
            outbox.submit(
                    write.get(), bindScope(binding), outcome -> written(binding, outcome, began));
            return;
        }
        var withdrawal = new BindingCancellation();
        if (steps != null) {
            preBinding.put(binding.uid(), withdrawal);
        }
        withdrawal.of(
                executor.run(
                        "bind " + binding.placement().pod().key(),
                        TraceScope.of(binding.trace())
                                .carriedBy(
                                        new BindingTask(
                                                binding,
                                                steps == null ? List.of() : PreBindGroups.of(steps),
                                                binders,
                                                withdrawal,
                                                executor,
                                                services))));
    }

    private void written(BindingCycle binding, WriteOutcome outcome, long began) {
        if (times.measured()) {
            times.elapsedSinceMark();
            boolean done = outcome instanceof WriteOutcome.Done;
            Meter.OfProfile meter = binding.profile().meter();
            Meter.Status status = done ? Meter.Status.SUCCESS : Meter.Status.ERROR;
            meter.ran(Meter.Point.BIND, status, times.upToLast(began));
            if (binding.trace().on()) {
                binding.trace()
                        .ran(Meter.Point.BIND, bindPlugin(binding), status, began, times.last());
                binding.trace().ran(Meter.Point.BIND, status, began, times.last());
            }
            if (done) {
                meter.ran(Meter.Point.POST_BIND, Meter.Status.SUCCESS, 0);
            }
        }
        ended(binding.uid(), outcomeOf(binding, outcome));
    }

    /// The position of the only API call of a binding.
    private static TraceScope bindScope(BindingCycle binding) {
        return TraceScope.of(binding.trace(), Meter.Point.BIND.label(), bindPlugin(binding));
    }

    private static String bindPlugin(BindingCycle binding) {
        return binding.profile().binds().getFirst().name();
    }

    /// Rejects a pod on behalf of `plugin`, if it waits on Permit or is in PreBind; returns whether
    /// it was.
    public boolean preempt(String uid, String plugin) {
        BindingCancellation withdrawal = preBinding.get(uid);
        return waiting.preempt(uid)
                || withdrawal != null && withdrawal.cancel("preempted by " + plugin);
    }

    /// The only API call of this binding, if it consists of one.
    private Optional<Write> onlyWrite(BindingCycle binding) {
        List<NamedPlugin<Bind>> binds = binding.profile().binds();
        if (!binding.profile().postBinds().isEmpty()) {
            return Optional.empty();
        }
        try {
            return runner.binding().bindingWrite(binds.getFirst(), binding.placement());
        } catch (PluginFailure failure) {
            // The binding runs on its own thread instead.
            runner.failures().report(failure, binding.placement().pod());
            return Optional.empty();
        }
    }

    private static BindOutcome outcomeOf(BindingCycle binding, WriteOutcome outcome) {
        String plugin = bindPlugin(binding);
        return switch (outcome) {
            case WriteOutcome.Done done -> BindOutcome.BOUND;
            case WriteOutcome.Refused refused ->
                    new BindOutcome.Failed(
                            "running Bind plugin \"%s\": %s".formatted(plugin, refused.message()));
            case WriteOutcome.Unknown unknown ->
                    new BindOutcome.Unknown(
                            "running Bind plugin \"%s\": %s".formatted(plugin, unknown.message()));
        };
    }

    /// The binding of this pod has ended; ignored if it is not being bound. With an unknown result
    /// it remains, until the pod has been read back.
    public void ended(String uid, BindOutcome outcome) {
        BindingCycle binding = bindings.get(uid);
        preBinding.remove(uid);
        if (binding != null) {
            if (!(outcome instanceof BindOutcome.Unknown)) {
                bindings.remove(uid);
            }
            results.ended(binding, outcome);
        }
    }

    /// A pod whose bind got no response was read back.
    public void podRead(String uid, ReadOutcome read) {
        BindingCycle binding = bindings.get(uid);
        if (binding == null) {
            return;
        }
        results.verifier()
                .outcome(binding, read)
                .ifPresent(outcome -> {
                    if (outcome instanceof BindOutcome.Bound) {
                        bindVerified(binding);
                    } else {
                        ended(uid, outcome);
                    }
                });
    }

    /// A pod was read that an extender had reported as bound.
    public void reportedBindRead(String uid, ReadOutcome read) {
        results.reportedBindRead(uid, read);
    }

    /// A pod whose bind got no response is bound: PostBind follows.
    private void bindVerified(BindingCycle binding) {
        if (binding.profile().postBinds().isEmpty()) {
            ended(binding.uid(), BindOutcome.BOUND);
        } else {
            executor.run(
                    "post-bind " + binding.placement().pod().key(),
                    new BindingTask(
                                    binding,
                                    List.of(),
                                    List.of(),
                                    new BindingCancellation(),
                                    executor,
                                    services)
                            ::afterBind);
        }
    }

    public WaitingPodsMap waiting() {
        return waiting;
    }

    /// How many pods are being bound.
    public int size() {
        return bindings.size();
    }

    public Optional<BindingCycle> find(String uid) {
        return Optional.ofNullable(bindings.get(uid));
    }

    /// The attempts whose binding cycle has not ended, including those whose result is still being
    /// verified.
    public Stream<Attempt> attempts() {
        return Stream.of(
                        waiting.bindings(),
                        bindings.values().stream(),
                        results.verifier().bindings())
                .flatMap(each -> each)
                .map(BindingCycle::attempt);
    }

    /// The pods that are being bound, in the order in which their bindings began.
    public Collection<BindingCycle> all() {
        return Collections.unmodifiableCollection(bindings.values());
    }
}
