package dev.berth.bench;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Condition;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.PodStatus;
import dev.berth.model.device.ResourceClaim;
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

/// An API server that accepts every request immediately and reports every change as a watch does.
///
/// A deleted pod is removed immediately, because there are no kubelets.
final class InstantApi implements ApiPort {
    private static final WriteOutcome NOT_FOUND =
            new WriteOutcome.Refused(WriteOutcome.Refused.NOT_FOUND, "pod not found");

    private final Map<String, StoredPod> pods = new HashMap<>();
    private final InstantVolumes volumes = new InstantVolumes(this::deliver);
    private final InstantClaims claims = new InstantClaims(this::deliver);
    private final Decoder decoder = new Decoder();
    private Message.@Nullable Inbox inbox;
    private int measured;
    private int bound;

    /// The current version of a pod.
    private static final class StoredPod {
        Pod pod;
        final boolean measured;

        StoredPod(Pod pod, boolean measured) {
            this.pod = pod;
            this.measured = measured;
        }
    }

    void report(Message.Inbox inbox) {
        this.inbox = inbox;
    }

    /// The number of measured pods.
    int measured() {
        return measured;
    }

    /// The number of measured pods that are bound.
    int bound() {
        return bound;
    }

    void put(KubeObject object) {
        switch (object) {
            case Pod pod -> put(pod, false);
            case Node node -> deliver(new Message.NodeSeen(node));
            case ResourceClaim claim -> claims.put(claim);
            default -> {
                volumes.put(object);
                deliver(new Message.ObjectSeen(object));
            }
        }
    }

    void measure(Pod pod) {
        measured++;
        put(pod, true);
    }

    private void put(Pod pod, boolean counts) {
        pods.put(pod.uid(), new StoredPod(pod, counts));
        deliver(new Message.PodSeen(pod));
    }

    /// Sets the labels and the spec of a pod. The pod stays on its node.
    void update(String uid, Pod like) {
        StoredPod stored = pods.get(uid);
        if (stored == null) {
            throw new IllegalStateException("pod " + uid + " does not exist");
        }
        Pod pod = stored.pod;
        change(
                stored,
                new Pod(
                        pod.meta().withLabels(like.labels()),
                        like.spec().withNodeName(pod.spec().nodeName()),
                        pod.status()));
    }

    private void change(StoredPod stored, Pod after) {
        stored.pod = after;
        deliver(new Message.PodSeen(after));
    }

    void delete(KubeObject object) {
        switch (object) {
            case Pod pod -> deletePod(pod.uid());
            case Node node -> deliver(new Message.NodeGone(node.name()));
            default ->
                    deliver(
                            new Message.ObjectGone(
                                    object.kind(), object.key(), object.meta().uid()));
        }
    }

    private boolean deletePod(String uid) {
        boolean known = pods.remove(uid) != null;
        if (known) {
            deliver(new Message.PodGone(uid));
            claims.podDeleted(uid);
        }
        return known;
    }

    private void deliver(Message message) {
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
        return switch (write) {
            case Write.Merge merge ->
                    merge.kind().equals(Kind.RESOURCE_CLAIM)
                            ? claims.merge(merge)
                            : volumes.merge(merge);
            case Write.MergeStatus status when status.kind().equals(Kind.RESOURCE_CLAIM) ->
                    claims.mergeStatus(status);
            case Write.Create create when create.kind().equals(Kind.RESOURCE_CLAIM) ->
                    claims.create(create);
            default -> done(write) ? WriteOutcome.DONE : NOT_FOUND;
        };
    }

    private boolean done(Write write) {
        return switch (write) {
            case Write.BindPod bind -> bind(bind);
            case Write.PatchPodStatus patch -> patch(patch);
            case Write.DeletePod delete -> deletePod(delete.uid());
            case Write.MergeStatus status -> !status.kind().equals(Kind.POD) || mergeStatus(status);
            case Write.Merge _, Write.Replace _, Write.Create _, Write.Delete _ -> true;
        };
    }

    private boolean bind(Write.BindPod bind) {
        StoredPod stored = pods.get(bind.uid());
        if (stored == null) {
            return false;
        }
        if (stored.measured) {
            bound++;
        }
        change(stored, stored.pod.on(bind.node()));
        return true;
    }

    private boolean patch(Write.PatchPodStatus patch) {
        StoredPod stored = pods.get(patch.uid());
        if (stored == null) {
            return false;
        }
        Pod pod = stored.pod;
        if (patch.nomination() instanceof Nomination.Nominate(String node)) {
            pod = pod.withNominatedNode(node);
        }
        if (patch.condition().isPresent()) {
            pod = new Pod(pod.meta(), pod.spec(), with(pod.status(), patch.condition().get()));
        }
        change(stored, pod);
        return true;
    }

    /// Sets the claim for the extended resources of a pod.
    private boolean mergeStatus(Write.MergeStatus write) {
        StoredPod stored = pods.get(write.uid());
        if (stored == null) {
            return false;
        }
        Pod pod = stored.pod;
        PodStatus patch = ((Pod) decoder.object(Kind.POD, write.patch())).status();
        change(
                stored,
                new Pod(
                        pod.meta(),
                        pod.spec(),
                        with(pod.status(), pod.status().conditions(), patch.claimStatuses())));
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
        return with(status, conditions, status.claimStatuses());
    }

    /// The status with these conditions and claims.
    static PodStatus with(
            PodStatus status, List<Condition> conditions, PodClaimStatuses claimStatuses) {
        return new PodStatus(
                status.phase(),
                status.nominatedNodeName(),
                status.startTime(),
                conditions,
                status.containers(),
                status.resources(),
                status.allocated(),
                claimStatuses);
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        answer.accept(new ReadOutcome.Absent());
    }

    @Override
    public void events(List<EventRecord> events) {}
}
