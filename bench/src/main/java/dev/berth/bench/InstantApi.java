package dev.berth.bench;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Condition;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodStatus;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// An API server that says yes at once and tells of every change as a watch would.
///
/// A pod that is deleted is gone at once: nothing runs, so nothing has to end.
final class InstantApi implements ApiPort {
    private static final WriteOutcome NOT_FOUND =
            new WriteOutcome.Refused(WriteOutcome.Refused.NOT_FOUND, "there is no such pod");

    private final Map<String, Held> pods = new HashMap<>();
    private final InstantVolumes volumes = new InstantVolumes(this::say);
    private Message.@Nullable Inbox inbox;
    private int measured;
    private int bound;

    /// A pod as it is now.
    private static final class Held {
        Pod pod;
        final boolean measured;

        Held(Pod pod, boolean measured) {
            this.pod = pod;
            this.measured = measured;
        }
    }

    void report(Message.Inbox inbox) {
        this.inbox = inbox;
    }

    /// How many pods were to be measured.
    int measured() {
        return measured;
    }

    /// How many of them were bound.
    int bound() {
        return bound;
    }

    void put(KubeObject object) {
        switch (object) {
            case Pod pod -> put(pod, false);
            case Node node -> say(new Message.NodeSeen(node));
            default -> {
                volumes.put(object);
                say(new Message.ObjectSeen(object));
            }
        }
    }

    void measure(Pod pod) {
        measured++;
        put(pod, true);
    }

    private void put(Pod pod, boolean counts) {
        pods.put(pod.uid(), new Held(pod, counts));
        say(new Message.PodSeen(pod));
    }

    /// Gives a pod other labels and another spec; it stays where it is.
    void update(String uid, Pod like) {
        Held held = pods.get(uid);
        if (held == null) {
            throw new IllegalStateException("there is no pod " + uid + " to be updated");
        }
        Pod pod = held.pod;
        change(
                held,
                new Pod(
                        pod.meta().withLabels(like.labels()),
                        like.spec().withNodeName(pod.spec().nodeName()),
                        pod.status()));
    }

    private void change(Held held, Pod after) {
        held.pod = after;
        say(new Message.PodSeen(after));
    }

    void delete(KubeObject object) {
        switch (object) {
            case Pod pod -> deletePod(pod.uid());
            case Node node -> say(new Message.NodeGone(node.name()));
            default ->
                    say(new Message.ObjectGone(object.kind(), object.key(), object.meta().uid()));
        }
    }

    private boolean deletePod(String uid) {
        boolean known = pods.remove(uid) != null;
        if (known) {
            say(new Message.PodGone(uid));
        }
        return known;
    }

    private void say(Message message) {
        if (inbox != null) {
            inbox.accept(message);
        }
    }

    @Override
    public void submit(List<Call> calls) {
        for (Call call : calls) {
            call.answer().accept(outcome(call.write()));
        }
    }

    private WriteOutcome outcome(Write write) {
        if (write instanceof Write.Merge merge) {
            return volumes.merge(merge);
        }
        return done(write) ? WriteOutcome.DONE : NOT_FOUND;
    }

    private boolean done(Write write) {
        return switch (write) {
            case Write.BindPod bind -> bind(bind);
            case Write.PatchPodStatus patch -> patch(patch);
            case Write.DeletePod delete -> deletePod(delete.uid());
            case Write.Merge _, Write.Replace _ -> true;
        };
    }

    private boolean bind(Write.BindPod bind) {
        Held held = pods.get(bind.uid());
        if (held == null) {
            return false;
        }
        if (held.measured) {
            bound++;
        }
        change(held, held.pod.on(bind.node()));
        return true;
    }

    private boolean patch(Write.PatchPodStatus patch) {
        Held held = pods.get(patch.uid());
        if (held == null) {
            return false;
        }
        Pod pod = held.pod;
        if (patch.nomination() instanceof Nomination.Nominate(String node)) {
            pod = pod.withNominatedNode(node);
        }
        if (patch.condition().isPresent()) {
            pod = new Pod(pod.meta(), pod.spec(), with(pod.status(), patch.condition().get()));
        }
        change(held, pod);
        return true;
    }

    private static PodStatus with(PodStatus status, Condition condition) {
        var conditions = new ArrayList<Condition>();
        for (Condition other : status.conditions()) {
            if (!other.type().equals(condition.type())) {
                conditions.add(other);
            }
        }
        conditions.add(condition);
        return new PodStatus(
                status.phase(),
                status.nominatedNodeName(),
                status.startTime(),
                conditions,
                status.containers(),
                status.resources(),
                status.allocated(),
                status.claimStatuses());
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        answer.accept(new ReadOutcome.Absent());
    }

    @Override
    public void events(List<EventRecord> events) {}
}
