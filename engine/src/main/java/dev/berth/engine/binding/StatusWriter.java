package dev.berth.engine.binding;

import dev.berth.engine.port.TraceScope;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the status of pending pods: the `PodScheduled` condition and `nominatedNodeName`.
///
/// The status that the API server reports is older than the last write. So the last nomination is
/// remembered until it is reported: a nomination that was made and cleared before the first write
/// is reported would otherwise stay in the status and reserve capacity for no pod. For the same
/// reason a nomination whose write failed is written again later.
public final class StatusWriter {
    private static final long AGAIN_NANOS = Duration.ofSeconds(5).toNanos();

    private final ClusterState state;
    private final Outbox outbox;
    private final Timers timers;
    private final Map<String, WrittenNomination> nominations = new HashMap<>();

    /// The node that a pod's status is to name, and whether the API server has accepted it.
    private record WrittenNomination(String node, boolean accepted) {}

    public StatusWriter(ClusterState state, Outbox outbox, Timers timers) {
        this.state = state;
        this.outbox = outbox;
        this.timers = timers;
    }

    /// Nominates the pod before it is bound.
    public void nomination(Pod pod, String node, TraceScope scope) {
        if (!node.equals(nominated(pod))) {
            submit(pod, Optional.empty(), new Nomination.Nominate(node), scope);
        }
    }

    /// Writes why the pod is not scheduled, and its nomination; nothing is sent if nothing changes.
    public void unscheduled(
            Pod pod, String reason, String message, Nomination nomination, TraceScope scope) {
        Optional<Condition> before =
                pod.status()
                        .condition("PodScheduled")
                        .filter(condition -> condition.status().equals("False"));
        boolean sameCondition =
                before.isPresent()
                        && before.get().reason().equals(reason)
                        && before.get().message().equals(message);
        boolean sameNomination =
                switch (nomination) {
                    case Nomination.Keep _ -> true;
                    case Nomination.Nominate(String node) -> node.equals(nominated(pod));
                };
        if (sameCondition && sameNomination) {
            return;
        }
        Optional<Condition> condition =
                Optional.of(
                        new Condition(
                                "PodScheduled",
                                "False",
                                reason,
                                message,
                                before.flatMap(Condition::lastTransition)
                                        .or(() ->
                                                Optional.of(
                                                        EngineInstants.second(timers.nowNanos()))),
                                pod.meta().generation()));
        submit(
                pod,
                sameCondition ? Optional.empty() : condition,
                sameNomination ? Nomination.KEEP : nomination,
                scope);
    }

    /// The node that the pod's status names, or will name after the last write.
    public String nominated(Pod pod) {
        WrittenNomination last = nominations.get(pod.uid());
        return last == null ? pod.status().nominatedNodeName() : last.node();
    }

    private void submit(
            Pod pod, Optional<Condition> condition, Nomination nomination, TraceScope scope) {
        submit(new Write.PatchPodStatus(pod, condition, nomination), scope, outcome -> {});
    }

    /// Sends a patch of a plugin, and remembers its nomination.
    public void submit(Write.PatchPodStatus patch, TraceScope scope, Consumer<WriteOutcome> then) {
        if (patch.nomination() instanceof Nomination.Nominate(String node)) {
            nominations.put(patch.uid(), new WrittenNomination(node, false));
        }
        outbox.submit(
                patch,
                scope,
                outcome -> {
                    ended(patch.uid(), patch.nomination(), outcome);
                    then.accept(outcome);
                });
    }

    private void ended(String uid, Nomination nomination, WriteOutcome outcome) {
        WrittenNomination last = nominations.get(uid);
        if (last == null
                || !(nomination instanceof Nomination.Nominate(String node))
                || !node.equals(last.node())) {
            return;
        }
        if (outcome instanceof WriteOutcome.Done) {
            nominations.put(uid, new WrittenNomination(node, true));
        } else {
            timers.at(timers.nowNanos() + AGAIN_NANOS, () -> again(uid, node));
        }
    }

    private void again(String uid, String node) {
        WrittenNomination last = nominations.get(uid);
        Optional<Pod> pod = state.pod(uid).map(PodEntry::seen);
        if (last != null && !last.accepted() && last.node().equals(node) && pod.isPresent()) {
            submit(pod.get(), Optional.empty(), new Nomination.Nominate(node), TraceScope.NONE);
        }
    }

    /// A pending pod was seen. A nomination that was written is forgotten once the status shows it.
    public void seen(Pod pod) {
        WrittenNomination last = nominations.get(pod.uid());
        if (last != null
                && last.accepted()
                && last.node().equals(pod.status().nominatedNodeName())) {
            nominations.remove(pod.uid());
        }
    }

    /// The pod is bound or deleted.
    public void podEnded(String uid) {
        nominations.remove(uid);
    }
}
