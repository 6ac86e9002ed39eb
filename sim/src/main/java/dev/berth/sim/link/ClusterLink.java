package dev.berth.sim.link;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Timestamps;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.sim.fault.FaultTally;
import dev.berth.sim.fault.Faults;
import dev.berth.sim.time.TimerService;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// The connection of a scheduler to the embedded control plane. Changes arrive as messages, and
/// calls are sent as requests.
///
/// The link has no thread. The driver of the scheduler calls [#pump], and thus controls how far the
/// scheduler lags behind the store for each kind. [#submit] completes the calls before it returns.
/// Only a fault can delay a response, which then arrives from a timer.
public final class ClusterLink implements ApiPort, AutoCloseable {
    /// The kinds that a scheduler watches, in the order of delivery: nodes precede the pods on
    /// them.
    public static final List<Kind> DEFAULT_KINDS =
            List.of(
                    Kind.NAMESPACE,
                    Kind.PRIORITY_CLASS,
                    Kind.NODE,
                    Kind.SERVICE,
                    Kind.REPLICATION_CONTROLLER,
                    Kind.REPLICA_SET,
                    Kind.STATEFUL_SET,
                    Kind.DISRUPTION_BUDGET,
                    Kind.STORAGE_CLASS,
                    Kind.CSI_DRIVER,
                    Kind.CSI_NODE,
                    Kind.CSI_STORAGE_CAPACITY,
                    Kind.VOLUME_ATTACHMENT,
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.DEVICE_CLASS,
                    Kind.DEVICE_TAINT_RULE,
                    Kind.RESOURCE_SLICE,
                    Kind.RESOURCE_CLAIM,
                    Kind.POD);

    private static final SimulatedNetwork.Failure<WriteOutcome> WRITE_FAILURE =
            new SimulatedNetwork.Failure<>(WriteOutcome.Refused::new, WriteOutcome.Unknown::new);
    private static final SimulatedNetwork.Failure<ReadOutcome> READ_FAILURE =
            new SimulatedNetwork.Failure<>(
                    (code, message) -> new ReadOutcome.Failed(message), ReadOutcome.Failed::new);

    private final Store store;
    private final EventLog eventLog;
    private final Writer writer;
    private final SimulatedNetwork wire;
    private final FaultTally tally = new FaultTally();
    private final List<StoreReflector> feeds = new ArrayList<>();
    private final Function<Kind, StoreReflector> reflectors;
    private volatile Faults faults = Faults.NONE;
    private volatile Message.@Nullable Inbox inbox;

    /// @param wakeUp called when [#pump] may have messages to deliver
    public ClusterLink(
            Store store,
            EventLog eventLog,
            Clock clock,
            TimerService agenda,
            Runnable wakeUp,
            List<Kind> kinds) {
        this.store = store;
        this.eventLog = eventLog;
        this.wire = new SimulatedNetwork(clock, agenda, tally);
        this.writer = new Writer(store, new Timestamps(clock));
        this.reflectors =
                kind -> new StoreReflector(kind, store, clock, agenda, wakeUp, () -> faults, tally);
        kinds.forEach(kind -> feeds.add(reflectors.apply(kind)));
    }

    /// Delivers these kinds, too. Call this method before [#deliverTo].
    public ClusterLink watching(Set<Kind> more) {
        for (Kind kind : more) {
            if (feeds.stream().noneMatch(feed -> feed.kind().equals(kind))) {
                // Pods come last.
                feeds.add(Math.max(0, feeds.size() - 1), reflectors.apply(kind));
            }
        }
        return this;
    }

    /// The default kinds and `more`. Pods come last.
    public static List<Kind> kindsWith(Kind... more) {
        var kinds = new ArrayList<>(DEFAULT_KINDS);
        kinds.addAll(kinds.size() - 1, List.of(more));
        return kinds;
    }

    /// Sets the receiver of messages. Before this call, the link delivers none.
    public void deliverTo(Message.Inbox inbox) {
        this.inbox = inbox;
    }

    /// Sets the faults to inject from now on.
    public void faults(Faults plan) {
        faults = plan;
    }

    /// The faults injected so far.
    public FaultTally tally() {
        return tally;
    }

    /// Whether the initial lists of all kinds have been delivered.
    public boolean synced() {
        return feeds.stream().allMatch(StoreReflector::synced);
    }

    /// Delivers up to `max` messages, one kind after another. Returns their number.
    public int pump(int max) {
        return pump(feeds, max);
    }

    /// Delivers up to `max` messages of one kind. Returns their number.
    public int pump(Kind kind, int max) {
        return pump(feeds.stream().filter(feed -> feed.kind().equals(kind)).toList(), max);
    }

    private int pump(List<StoreReflector> from, int max) {
        Message.Inbox to = inbox;
        int delivered = 0;
        if (to != null) {
            for (StoreReflector feed : from) {
                delivered += feed.pump(max - delivered, to);
            }
        }
        return delivered;
    }

    @Override
    public void submit(List<Call> calls) {
        Faults plan = faults;
        if (plan.off()) {
            answer(
                    calls,
                    store.together(
                            () -> calls.stream().map(call -> writer.write(call.write())).toList()));
        } else {
            calls.forEach(call -> submit(plan, call));
        }
    }

    private static void answer(List<Call> calls, List<WriteOutcome> outcomes) {
        for (int i = 0; i < calls.size(); i++) {
            calls.get(i).answer().accept(outcomes.get(i));
        }
    }

    private void submit(Faults plan, Call call) {
        Write write = call.write();
        wire.send(
                plan.onWrite(write),
                target(write),
                () -> writer.write(write),
                WRITE_FAILURE,
                call.answer());
    }

    private static String target(Write write) {
        return switch (write) {
            case Write.BindPod bind -> "pods/binding \"" + bind.name() + "\"";
            case Write.PatchPodStatus patch -> "pods \"" + patch.pod().name() + "\"";
            case Write.DeletePod delete -> "pods \"" + delete.name() + "\"";
            case Write.Merge merge -> merge.kind().plural() + " \"" + merge.name() + "\"";
            case Write.MergeStatus status ->
                    status.kind().plural() + "/status \"" + status.name() + "\"";
            case Write.Create create -> create.kind().plural();
            case Write.Delete delete -> delete.kind().plural() + " \"" + delete.name() + "\"";
            case Write.Replace replace -> replace.kind().plural() + " \"" + replace.name() + "\"";
        };
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        wire.send(
                faults.onRead(namespace, name),
                "pods \"" + name + "\"",
                () -> read(namespace, name),
                READ_FAILURE,
                answer);
    }

    private ReadOutcome read(String namespace, String name) {
        return switch (store.get(Kind.POD, namespace, name)) {
            case Reply.Granted<ObjectVersion>(var pod) ->
                    new ReadOutcome.Found((Pod) pod.typed(), Optional.of(pod.json()));
            case Reply.Refused<ObjectVersion> _ -> new ReadOutcome.Absent();
        };
    }

    @Override
    public void events(List<EventRecord> events) {
        if (faults.losesEvents()) {
            tally.add("F37");
        } else {
            eventLog.record(events);
        }
    }

    @Override
    public void close() {
        feeds.forEach(StoreReflector::close);
    }
}
