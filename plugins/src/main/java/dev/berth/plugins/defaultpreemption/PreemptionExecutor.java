package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Evicts the victims of preemptions while scheduling goes on.
///
/// All victims but the last go at once, the last one when they are on their way; until then the
/// preemptor is kept out of the queue, because it would only preempt again. One that was kept out
/// when something woke it is woken when its evictions have ended: nothing else may come that would.
/// It is also woken when an eviction fails or is in doubt, so as to look for room anew: at once the
/// first time, then after a wait that doubles, lest it preempt in vain as fast as the server can
/// refuse.
final class PreemptionExecutor {
    private static final String TARGET = "DisruptionTarget";
    private static final String REASON = "PreemptionByScheduler";
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /// How the eviction of one pod ended.
    private enum Ending {
        /// It is on its way out, or is not there any more.
        GOES,
        /// The server says that another pod has its name, but we still see it: somebody is late.
        DOUBTFUL,
        FAILED
    }

    private final String plugin;
    private final PluginContext context;
    private final Map<String, Round> rounds = new HashMap<>();
    private final Map<String, List<Consumer<Ending>>> underWay = new HashMap<>();
    private final Set<String> sent = new HashSet<>();
    private final Map<String, Duration> waits = new HashMap<>();

    PreemptionExecutor(String plugin, PluginContext context) {
        this.plugin = plugin;
        this.context = context;
    }

    /// The evictions for one preemptor.
    private final class Round {
        final Pod preemptor;
        final String node;
        final List<Pod> victims;
        final boolean gating;
        @Nullable Pod last;
        int open;
        boolean failed;
        boolean troubled;
        boolean requeuedMeanwhile;
        long beganNanos;

        Round(Pod preemptor, String node, List<Pod> victims, boolean gating) {
            this.preemptor = preemptor;
            this.node = node;
            this.victims = victims;
            this.gating = gating;
        }

        void begin() {
            // Held open until all are sent, so that answers that come at once end nothing early.
            open = 1;
            beganNanos = context.nowNanos();
            Ending sent = Ending.FAILED;
            try {
                takeBackNominations();
                List<Pod> first = gating ? victims.subList(0, victims.size() - 1) : victims;
                first.forEach(victim -> evict(victim));
                sent = Ending.GOES;
            } finally {
                // Whatever happens, the preemptor is not kept out for ever.
                closed(sent);
            }
        }

        private void takeBackNominations() {
            for (Pod other : context.nominatedPods(node)) {
                if (other.spec().priority() < preemptor.spec().priority()) {
                    open++;
                    context.submit(
                            new Write.PatchPodStatus(other, Optional.empty(), Nomination.CLEAR),
                            outcome -> {
                                // Parity: trouble here is no reason to spare a victim.
                                troubled |= ending(other, outcome) != Ending.GOES;
                                closed(Ending.GOES);
                            });
                }
            }
        }

        private void evict(Pod victim) {
            open++;
            PreemptionExecutor.this.evict(this, victim, this::closed);
        }

        private void closed(Ending ending) {
            failed |= ending == Ending.FAILED;
            troubled |= ending != Ending.GOES;
            if (--open > 0) {
                return;
            }
            if (gating && last == null && !failed) {
                last = victims.getLast();
                evict(last);
            } else {
                end();
            }
        }

        private void end() {
            rounds.remove(preemptor.uid(), this);
            context.recordBackgroundTask(
                    plugin, failed, Duration.ofNanos(context.nowNanos() - beganNanos));
            Duration wait = Duration.ZERO;
            if (troubled) {
                wait = nextWait(preemptor);
            } else {
                waits.remove(preemptor.uid());
            }
            if (!wait.isZero()) {
                context.runLater(wait, this::requeue);
            } else if (troubled || requeuedMeanwhile) {
                requeue();
            }
        }

        private void requeue() {
            context.activate(List.of(preemptor.key()));
        }
    }

    /// How long a preemptor that met trouble waits: not at all at first, then longer each time.
    private Duration nextWait(Pod preemptor) {
        waits.keySet().removeIf(uid -> context.pod(uid).isEmpty());
        Duration before = waits.get(preemptor.uid());
        Duration wait = Duration.ZERO;
        if (before != null) {
            wait = before.isZero() ? SHORTEST_WAIT : before.multipliedBy(2);
            wait = wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
        }
        waits.put(preemptor.uid(), wait);
        return wait;
    }

    /// Evicts the victims that are not on their way out yet, soon; with `gating` the preemptor is
    /// kept out of the queue meanwhile.
    void begin(Pod preemptor, Candidate chosen, boolean gating) {
        // Whoever lost its place before it was seen to go is told to no observer.
        sent.removeIf(uid -> !staying(uid));
        List<Pod> victims = chosen.victims().stream().filter(pod -> !pod.terminating()).toList();
        if (victims.isEmpty()) {
            return;
        }
        var round = new Round(preemptor, chosen.node().name(), victims, gating);
        if (gating) {
            rounds.put(preemptor.uid(), round);
        }
        context.runLater(round::begin);
    }

    /// Whether the pod must wait because its evictions are still being sent; if so it is woken when
    /// they are.
    boolean turnsAway(Pod pod) {
        Round round = rounds.get(pod.uid());
        if (round == null || lastIsLeaving(round)) {
            return false;
        }
        round.requeuedMeanwhile = true;
        return true;
    }

    private boolean lastIsLeaving(Round round) {
        Pod last = round.last;
        return last != null && !staying(last);
    }

    /// Whether the pod is on its way out for the sake of another: it says so, or we sent it there
    /// and have not seen it yet.
    boolean leaving(Pod pod) {
        return underWay.containsKey(pod.uid())
                || sent.contains(pod.uid())
                || pod.terminating()
                        && pod.status()
                                .condition(TARGET)
                                .filter(condition ->
                                        condition.status().equals("True")
                                                && condition.reason().equals(REASON))
                                .isPresent();
    }

    /// The pod has found room: what trouble it had making some is over.
    void placed(String uid) {
        waits.remove(uid);
    }

    /// What we sent has arrived: the pod is gone, or is seen to go.
    void seen(String uid) {
        sent.remove(uid);
    }

    /// Evicts a pod once, however many want it gone; `then` is told whether it goes.
    private void evict(Round round, Pod victim, Consumer<Ending> then) {
        if (sent.contains(victim.uid()) || !staying(victim)) {
            then.accept(Ending.GOES);
            return;
        }
        List<Consumer<Ending>> others = underWay.get(victim.uid());
        if (others != null) {
            others.add(then);
            return;
        }
        if (context.waitingPods().preempt(victim.uid(), plugin)) {
            report(round, victim, " (in kube-scheduler memory).");
            then.accept(Ending.GOES);
            return;
        }
        underWay.put(victim.uid(), new ArrayList<>(List.of(then)));
        Condition target = target(round.preemptor, victim);
        if (victim.status().condition(TARGET).filter(known -> same(known, target)).isPresent()) {
            delete(round, victim);
            return;
        }
        context.submit(
                new Write.PatchPodStatus(victim, Optional.of(target), Nomination.KEEP),
                outcome -> {
                    if (outcome instanceof WriteOutcome.Done) {
                        delete(round, victim);
                    } else {
                        ended(victim, ending(victim, outcome));
                    }
                });
    }

    private void delete(Round round, Pod victim) {
        context.submit(
                new Write.DeletePod(victim.namespace(), victim.name(), victim.uid()),
                outcome -> {
                    boolean done = outcome instanceof WriteOutcome.Done;
                    if (done) {
                        report(round, victim, "");
                    }
                    if (done && staying(victim)) {
                        sent.add(victim.uid());
                    }
                    ended(victim, ending(victim, outcome));
                });
    }

    private void ended(Pod victim, Ending ending) {
        List<Consumer<Ending>> waiting = underWay.remove(victim.uid());
        if (waiting != null) {
            waiting.forEach(then -> then.accept(ending));
        }
    }

    /// A pod that is not there any more, or another by now, needs no eviction.
    private Ending ending(Pod pod, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Done done -> Ending.GOES;
            case WriteOutcome.Unknown unknown -> Ending.FAILED;
            case WriteOutcome.Refused refused ->
                    switch (refused.code()) {
                        case WriteOutcome.Refused.NOT_FOUND -> Ending.GOES;
                        case WriteOutcome.Refused.CONFLICT ->
                                staying(pod) ? Ending.DOUBTFUL : Ending.GOES;
                        default -> Ending.FAILED;
                    };
        };
    }

    /// Whether we see the pod, and not that it goes.
    private boolean staying(Pod pod) {
        return staying(pod.uid());
    }

    private boolean staying(String uid) {
        return context.pod(uid).filter(seen -> !seen.terminating()).isPresent();
    }

    // Parity: the note names the preemptor by its UID alone, so that nobody learns the name of a
    // pod in a namespace that is closed to them.
    private void report(Round round, Pod victim, String more) {
        context.event(
                new EventRecord(
                        victim,
                        false,
                        "Preempted",
                        "Preempting",
                        "Preempted by pod %s on node %s%s"
                                .formatted(round.preemptor.uid(), round.node, more),
                        Optional.of(round.preemptor)));
    }

    private Condition target(Pod preemptor, Pod victim) {
        return new Condition(
                TARGET,
                "True",
                REASON,
                preemptor.spec().schedulerName()
                        + ": preempting to accommodate a higher priority pod",
                Optional.of(
                        Instant.EPOCH
                                .plusNanos(context.nowNanos())
                                .truncatedTo(ChronoUnit.SECONDS)),
                victim.meta().generation());
    }

    private static boolean same(Condition a, Condition b) {
        return a.status().equals(b.status())
                && a.reason().equals(b.reason())
                && a.message().equals(b.message());
    }
}
