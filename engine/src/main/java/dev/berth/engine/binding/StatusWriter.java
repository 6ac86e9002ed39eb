package dev.berth.engine.binding;

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
import java.util.function.LongSupplier;

/// Writes what we know of pending pods into their status: why they wait, and which node they were
/// promised.
///
/// What we see of a pod lags behind what we wrote. So the promise last asked for is remembered
/// until it is seen: a promise made and taken back before the first write shows would otherwise
/// stay with the server and reserve room for nobody. For the same reason a promise whose write
/// failed for good is written again later.
public final class StatusWriter {
    private static final long AGAIN_NANOS = Duration.ofSeconds(5).toNanos();

    private final ClusterState state;
    private final Outbox outbox;
    private final Timers timers;
    private final LongSupplier now;
    private final Map<String, Asked> asked = new HashMap<>();

    /// The node a pod's status shall name, and whether the server has said yes to it.
    private record Asked(String node, boolean granted) {}

    public StatusWriter(ClusterState state, Outbox outbox, Timers timers, LongSupplier now) {
        this.state = state;
        this.outbox = outbox;
        this.timers = timers;
        this.now = now;
    }

    /// Shows where a pod is going before it is bound.
    public void nomination(Pod pod, String node) {
        if (!node.equals(nominated(pod))) {
            submit(pod, Optional.empty(), new Nomination.Nominate(node));
        }
    }

    /// Says why the pod is not scheduled, and what becomes of its promise; nothing is sent when
    /// nothing changes.
    public void unscheduled(Pod pod, String reason, String message, Nomination nomination) {
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
                                                        EngineInstants.second(now.getAsLong()))),
                                pod.meta().generation()));
        submit(
                pod,
                sameCondition ? Optional.empty() : condition,
                sameNomination ? Nomination.KEEP : nomination);
    }

    /// The node the pod's status names, or will once what was asked for is done.
    public String nominated(Pod pod) {
        Asked last = asked.get(pod.uid());
        return last == null ? pod.status().nominatedNodeName() : last.node();
    }

    private void submit(Pod pod, Optional<Condition> condition, Nomination nomination) {
        submit(new Write.PatchPodStatus(pod, condition, nomination), outcome -> {});
    }

    /// Sends a patch that somebody else asked for, and remembers what it promises.
    public void submit(Write.PatchPodStatus patch, Consumer<WriteOutcome> then) {
        if (patch.nomination() instanceof Nomination.Nominate(String node)) {
            asked.put(patch.uid(), new Asked(node, false));
        }
        outbox.submit(
                patch,
                outcome -> {
                    ended(patch.uid(), patch.nomination(), outcome);
                    then.accept(outcome);
                });
    }

    private void ended(String uid, Nomination nomination, WriteOutcome outcome) {
        Asked last = asked.get(uid);
        if (last == null
                || !(nomination instanceof Nomination.Nominate(String node))
                || !node.equals(last.node())) {
            return;
        }
        if (outcome instanceof WriteOutcome.Done) {
            asked.put(uid, new Asked(node, true));
        } else {
            timers.at(now.getAsLong() + AGAIN_NANOS, () -> again(uid, node));
        }
    }

    private void again(String uid, String node) {
        Asked last = asked.get(uid);
        Optional<Pod> pod = state.pod(uid).map(PodEntry::seen);
        if (last != null && !last.granted() && last.node().equals(node) && pod.isPresent()) {
            submit(pod.get(), Optional.empty(), new Nomination.Nominate(node));
        }
    }

    /// A pending pod was seen; what was asked for and granted need not be remembered once it shows.
    public void seen(Pod pod) {
        Asked last = asked.get(pod.uid());
        if (last != null
                && last.granted()
                && last.node().equals(pod.status().nominatedNodeName())) {
            asked.remove(pod.uid());
        }
    }

    /// The pod is bound or gone.
    public void forget(String uid) {
        asked.remove(uid);
    }
}
