package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;

import java.util.List;
import java.util.function.Consumer;

/// The scheduling thread's work: one thread owns the cluster state, and all other threads send it
/// messages.
///
/// A loop iteration drains messages, fires timers, starts one attempt, and sends the API calls that
/// have collected. Nothing else changes state, queue or bindings, so there are no locks, no
/// snapshot, and no race between a verdict and the event that would have changed it. A thread
/// repeats [#runOnce]; a test calls it by hand.
///
/// The order within an iteration matters little, because the next iteration brings every part up to
/// date. What matters is that a cycle runs between messages, never concurrently with them. Each
/// iteration reads the clock once. That reading and the drained messages are the only inputs: the
/// same inputs and seed give the same run.
///
/// What was tried: a thread per extension point, as kube-scheduler has it, needs a snapshot per
/// cycle and in-flight events for every pod. With pod shapes a cycle takes microseconds, and
/// handing it to another thread costs more than running it.
///
/// References: Aeron's agents and duty cycles; Trino's event-driven task scheduler; LMAX.
public final class SchedulingLoop {
    private static final int CALLS_PER_BATCH = 64;

    private final LoopInputs inputs;
    private final EventHandlers handlers;
    private final AttemptStarter attempts;
    private final Binder binder;
    private final Outbox outbox;
    private final PluginRequests requests;
    private final QueryAnswers answers;
    private final Consumer<Message> reader = this::apply;

    SchedulingLoop(
            LoopInputs inputs,
            EventHandlers handlers,
            AttemptStarter attempts,
            Binder binder,
            Outbox outbox,
            PluginRequests requests,
            QueryAnswers answers) {
        this.inputs = inputs;
        this.handlers = handlers;
        this.attempts = attempts;
        this.binder = binder;
        this.outbox = outbox;
        this.requests = requests;
        this.answers = answers;
    }

    /// One loop iteration. Returns how much was done; 0 means that there is nothing to do before
    /// the next message or timer.
    public int runOnce() {
        inputs.begin();
        int work = inputs.drain(reader) + inputs.fireDue();
        handlers.objectsAssumed();
        handlers.repairObservers(inputs.nowNanos());
        boolean started = attempts.start(inputs.nowNanos());
        if (started) {
            work++;
        }
        if (!started || outbox.ready() >= CALLS_PER_BATCH) {
            work += outbox.flush();
        }
        inputs.end();
        return work;
    }

    private void apply(Message message) {
        try {
            handle(message);
        } finally {
            handlers.objectsAssumed();
        }
    }

    private void handle(Message message) {
        switch (message) {
            case Message.NodeSeen(var node, var whole) -> handlers.nodeSeen(node, whole);
            case Message.NodeGone(String name) -> handlers.nodeGone(name);
            case Message.PodSeen(Pod pod, var whole) -> handlers.podSeen(pod, whole);
            case Message.PodGone(String uid, String key) -> handlers.podGone(uid, key);
            case Message.ObjectSeen(KubeObject object) -> handlers.objectSeen(object);
            case Message.ObjectGone(Kind kind, String key, String uid) ->
                    handlers.objectGone(kind, key, uid);
            case Message.Listed(Kind kind) -> handlers.listed(kind);
            case Message.Unlisted(Kind kind, String why) -> handlers.unlisted(kind, why);
            case Message.Scheduling(boolean on) -> attempts.scheduling(on);
            case Message.DeferPods(var hangs) -> attempts.defer(hangs, inputs.nowNanos());
            case Message.Pause(boolean on) -> attempts.control().pause(on);
            case Message.Step step -> attempts.control().step();
            case Message.Activate(List<String> podKeys) ->
                    attempts.activate(podKeys, inputs.nowNanos());
            case Message.ExtenderResponded(long ticket, var result) ->
                    attempts.extendersResponded(ticket, result);
            case Message.Allow(String uid, String plugin) -> binder.waiting().allow(uid, plugin);
            case Message.Reject(String uid, String plugin, String why) ->
                    binder.waiting().reject(uid, plugin, why);
            case Message.BindEnded(String uid, var outcome) -> binder.ended(uid, outcome);
            case Message.PodRead(String uid, var outcome) -> binder.podRead(uid, outcome);
            case Message.ReportedBindRead(String uid, var outcome) ->
                    binder.reportedBindRead(uid, outcome);
            case Message.CallEnded(long ticket, var outcome) -> outbox.ended(ticket, outcome);
            case Message.PluginRequested(long ticket) -> requests.handle(ticket);
            case Message.ConfigurationChanged(long ticket) -> handlers.configurationChanged(ticket);
            case Message.PluginFailed failed -> requests.failed(failed);
            case Message.Ask<?> ask -> answers.answer(ask);
        }
    }
}
