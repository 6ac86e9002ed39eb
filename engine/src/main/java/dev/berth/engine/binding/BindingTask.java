package dev.berth.engine.binding;

import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.Reject;
import dev.berth.spi.UnknownOutcomeException;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The part of a binding cycle that may wait, on a thread of its own. It reports its end by a
/// message, even if it fails.
final class BindingTask implements Runnable {
    private final Placement placement;
    private final List<List<NamedPlugin<PreBind>>> groups;
    private final List<Extender> binders;
    private final List<NamedPlugin<Bind>> binds;
    private final List<NamedPlugin<PostBind>> postBinds;
    private final BindingCancellation withdrawal;
    private final BindingExecutor executor;
    private final Message.Inbox inbox;
    private final PluginRunner runner;
    private final BindingTimer timer;

    BindingTask(
            BindingCycle binding,
            List<List<NamedPlugin<PreBind>>> groups,
            List<Extender> binders,
            BindingCancellation withdrawal,
            BindingExecutor executor,
            EngineServices services) {
        this.placement = binding.placement();
        this.groups = groups;
        this.binders = binders;
        this.binds = binding.profile().binds();
        this.postBinds = binding.profile().postBinds();
        this.withdrawal = withdrawal;
        this.executor = executor;
        this.inbox = services.inbox();
        this.timer = new BindingTimer(binding, services.times());
        this.runner = services.runner();
    }

    @Override
    public void run() {
        BindOutcome outcome;
        try {
            outcome = bind();
        } catch (InterruptedException stopped) {
            outcome = new BindOutcome.Failed("the scheduler is stopping");
        } catch (RuntimeException | Error bug) {
            runner.failures().postBug(PluginCall.BIND, placement.pod(), bug);
            outcome = new BindOutcome.Failed(PluginFailure.textOf(bug));
        }
        inbox.accept(new Message.BindEnded(placement.pod().uid(), outcome));
    }

    /// The rest of the binding cycle of a pod whose bind was verified.
    void afterBind() {
        postBindAll();
        inbox.accept(new Message.BindEnded(placement.pod().uid(), BindOutcome.BOUND));
    }

    private BindOutcome bind() throws InterruptedException {
        long began = timer.now();
        BindOutcome failure = preBindAll();
        timer.ended(Meter.Point.PRE_BIND, failure, began);
        if (failure != null) {
            return failure;
        }
        String withdrawn = withdrawal.close();
        if (withdrawn != null) {
            return new BindOutcome.Failed(withdrawn);
        }
        BindOutcome outcome = bindByExtender();
        if (outcome == null) {
            began = timer.now();
            outcome = bindByFirst();
            timer.ended(Meter.Point.BIND, outcome, began);
        }
        if (outcome instanceof BindOutcome.Bound
                || outcome instanceof BindOutcome.BoundByExtender) {
            postBindAll();
        }
        return outcome;
    }

    private @Nullable BindOutcome preBindAll() throws InterruptedException {
        for (List<NamedPlugin<PreBind>> group : groups) {
            BindOutcome failure = group.size() == 1 ? preBind(group.getFirst()) : together(group);
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private void postBindAll() {
        long began = timer.now();
        for (NamedPlugin<PostBind> plugin : postBinds) {
            postBind(plugin);
        }
        timer.ended(Meter.Point.POST_BIND, null, began);
    }

    private @Nullable BindOutcome together(List<NamedPlugin<PreBind>> group)
            throws InterruptedException {
        var answers = new ArrayList<CompletableFuture<BindOutcome>>();
        var tasks = new ArrayList<BindingExecutor.Task>();
        for (NamedPlugin<PreBind> plugin : group) {
            var answer = new CompletableFuture<BindOutcome>();
            answers.add(answer);
            tasks.add(
                    executor.run(
                            "pre-bind " + plugin.name() + " " + placement.pod().key(),
                            () -> {
                                try {
                                    BindOutcome failure = preBind(plugin);
                                    answer.complete(failure == null ? BindOutcome.BOUND : failure);
                                } catch (RuntimeException | Error bug) {
                                    answer.complete(
                                            failed(
                                                    PluginFailure.of(
                                                            PluginCall.PRE_BIND,
                                                            plugin.name(),
                                                            bug)));
                                }
                            }));
        }
        BindOutcome first = null;
        for (CompletableFuture<BindOutcome> answer : answers) {
            BindOutcome outcome = outcome(answer, tasks);
            if (first == null && !(outcome instanceof BindOutcome.Bound)) {
                first = outcome;
            }
        }
        return first;
    }

    /// Waits for one plugin of the group. An interruption interrupts all of them, and each still
    /// returns a result.
    private BindOutcome outcome(
            CompletableFuture<BindOutcome> answer, List<BindingExecutor.Task> tasks)
            throws InterruptedException {
        try {
            try {
                return executor.await(answer);
            } catch (InterruptedException withdrawn) {
                tasks.forEach(BindingExecutor.Task::interrupt);
                return executor.await(answer);
            }
        } catch (ExecutionException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private @Nullable BindOutcome preBind(NamedPlugin<PreBind> plugin) {
        long began = timer.now();
        BindOutcome failure = askPreBind(plugin);
        timer.ended(plugin.name(), Meter.Point.PRE_BIND, failure, began);
        return failure;
    }

    private @Nullable BindOutcome askPreBind(NamedPlugin<PreBind> plugin) {
        try {
            Verdict verdict =
                    timer.scope(Meter.Point.PRE_BIND, plugin.name())
                            .call(() -> runner.binding().preBind(plugin, placement));
            return verdict instanceof Reject reject ? new BindOutcome.Rejected(reject) : null;
        } catch (InterruptedException stopped) {
            String withdrawn = withdrawal.cause();
            return new BindOutcome.Failed(
                    PluginCall.PRE_BIND.text(
                            plugin.name(),
                            withdrawn == null ? PluginFailure.textOf(stopped) : withdrawn));
        } catch (PluginFailure failure) {
            return failed(failure);
        }
    }

    /// The outcome of the extender that binds the pod; null if there is none.
    private @Nullable BindOutcome bindByExtender() throws InterruptedException {
        for (Extender extender : binders) {
            try {
                extender.bind(placement.pod(), placement.node());
                return new BindOutcome.BoundByExtender(extender.spec().name());
            } catch (ExtenderException problem) {
                runner.failures()
                        .postExtender(extender.spec().name(), "Bind", placement.pod(), problem);
                if (problem.unanswered()) {
                    return new BindOutcome.Unknown(PluginFailure.textOf(problem));
                }
                if (!extender.spec().ignorable()) {
                    return new BindOutcome.Failed(PluginFailure.textOf(problem));
                }
            }
        }
        return null;
    }

    private BindOutcome bindByFirst() {
        for (NamedPlugin<Bind> plugin : binds) {
            long began = timer.now();
            BindOutcome outcome = askBind(plugin);
            timer.ended(plugin.name(), Meter.Point.BIND, outcome, began);
            if (!(outcome instanceof BindOutcome.Skipped)) {
                return outcome;
            }
        }
        return new BindOutcome.Skipped();
    }

    private BindOutcome askBind(NamedPlugin<Bind> plugin) {
        try {
            BindVerdict verdict =
                    timer.scope(Meter.Point.BIND, plugin.name())
                            .call(() -> runner.binding().bind(plugin, placement));
            return switch (verdict) {
                case BindVerdict.Bound bound -> BindOutcome.BOUND;
                case BindVerdict.Skip notMine -> new BindOutcome.Skipped();
                case Reject reject -> new BindOutcome.Rejected(reject);
            };
        } catch (UnknownOutcomeException unknown) {
            return new BindOutcome.Unknown(
                    PluginCall.BIND.text(plugin.name(), PluginFailure.textOf(unknown)));
        } catch (PluginFailure failure) {
            return failed(failure);
        }
    }

    private void postBind(NamedPlugin<PostBind> plugin) {
        long began = timer.now();
        // The pod is bound: a failure of the plugin does not change that.
        boolean done =
                timer.scope(Meter.Point.POST_BIND, plugin.name())
                        .call(() -> runner.binding().postBind(plugin, placement));
        if (done) {
            timer.ended(plugin.name(), Meter.Point.POST_BIND, null, began);
        }
    }

    private BindOutcome failed(PluginFailure failure) {
        runner.failures().post(failure, placement.pod());
        return new BindOutcome.Failed(PluginFailure.textOf(failure));
    }
}
