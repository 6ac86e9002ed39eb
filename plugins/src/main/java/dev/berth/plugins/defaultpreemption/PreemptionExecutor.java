package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.PluginContext;
import dev.berth.spi.StateKey;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Evicts the victims of preemptions in the background (kube-scheduler:
/// `Executor.prepareCandidateAsync`).
///
/// All victims except the last one are evicted in parallel, and the last one after them. Until
/// then, PreEnqueue gates the preemptor, because it would only preempt again. A preemptor that an
/// event requeued in the meantime is activated after its evictions end, because no other event may
/// follow. It is also activated after an eviction fails or has an unknown outcome, so that it
/// searches again: immediately the first time, and then after a delay that doubles, so that a
/// preemptor does not retry as fast as the API server can reject its evictions.
final class PreemptionExecutor {
    private static final String TARGET = "DisruptionTarget";
    private static final String REASON = "PreemptionByScheduler";
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /// The result of an eviction.
    private enum Ending {
        /// The pod is being deleted, or does not exist.
        GOES,
        /// The API server reports another pod with the same name, but the observed state still
        /// contains this pod.
        DOUBTFUL,
        FAILED
    }

    private final String plugin;
    private final PluginContext context;
    private final Map<String, Round> rounds;
    private final Map<String, List<Consumer<Ending>>> underWay;
    private final Set<String> sent;

    /// The preemptors to activate when a victim leaves its node, by the UID of the victim. No
    /// deletion follows for a victim that was rejected instead of deleted.
    private final Map<String, Set<String>> preemptorsOf;

    private final Map<String, Duration> waits;

    /// The evictions of all profiles, by the name of the profile. A plugin that a reload of the
    /// configuration creates continues with those of the plugin before it, so it does not evict
    /// other victims for the same pod.
    static final class Evictions {
        private static final StateKey<Evictions> KEY = StateKey.of("evictions", Evictions.class);

        private final Map<String, OfProfile> byProfile = new HashMap<>();

        private static final class OfProfile {
            final Map<String, Round> rounds = new HashMap<>();
            final Map<String, List<Consumer<Ending>>> underWay = new HashMap<>();
            final Set<String> sent = new HashSet<>();
            final Map<String, Set<String>> preemptorsOf = new HashMap<>();
            final Map<String, Duration> waits = new HashMap<>();
        }
    }

    PreemptionExecutor(String plugin, PluginContext context) {
        this.plugin = plugin;
        this.context = context;
        Evictions.OfProfile evictions =
                context.shared(Evictions.KEY, Evictions::new)
                        .byProfile
                        .computeIfAbsent(context.profile(), name -> new Evictions.OfProfile());
        this.rounds = evictions.rounds;
        this.underWay = evictions.underWay;
        this.sent = evictions.sent;
        this.preemptorsOf = evictions.preemptorsOf;
        this.waits = evictions.waits;
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
            // Counts as open until all evictions are sent, so that an immediate response does not
            // end the round early.
            open = 1;
            beganNanos = context.nowNanos();
            Ending sent = Ending.FAILED;
            try {
                takeBackNominations();
                List<Pod> first = gating ? victims.subList(0, victims.size() - 1) : victims;
                first.forEach(victim -> evict(victim));
                sent = Ending.GOES;
            } finally {
                // In every case, the preemptor does not stay gated forever.
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
                                // Parity: an error for another victim is no reason to keep the last
                                // victim.
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
                    plugin, troubled, Duration.ofNanos(context.nowNanos() - beganNanos));
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

    /// The delay before a preemptor is activated after an error: none at first, and then longer
    /// each time.
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

    /// Starts the evictions of victims that are not being deleted yet. With `gating`, PreEnqueue
    /// rejects the preemptor until they end.
    void begin(Pod preemptor, Candidate chosen, boolean gating) {
        // A victim that lost its node before its deletion was observed is not reported to
        // observers.
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

    /// Whether PreEnqueue must reject the pod because its evictions are still being sent. The pod
    /// is activated after they are sent.
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

    /// Whether the pod is being deleted in favor of another pod: its condition shows this, or this
    /// class has sent the eviction and has not observed the deletion yet.
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

    /// The pod has a node, so its delay is reset.
    void placed(String uid) {
        waits.remove(uid);
    }

    /// The deletion has been observed.
    void seen(String uid) {
        sent.remove(uid);
    }

    /// Evicts a pod once, even for several preemptors. `then` receives the result.
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
        if (preemptInMemory(round, victim)) {
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

    /// Rejects a pod that waits on Permit or is in PreBind; returns whether it does or is.
    // Parity: PreemptPod. The preemptor is activated if its last victim is such a pod. Differs:
    // kube-scheduler does this before the victim leaves its node, so the preemptor may preempt the
    // same victim again and again.
    private boolean preemptInMemory(Round round, Pod victim) {
        if (round.last != null && round.last.uid().equals(victim.uid())) {
            preemptorsOf
                    .computeIfAbsent(victim.uid(), uid -> new LinkedHashSet<>())
                    .add(round.preemptor.key());
        }
        boolean preempted = context.waitingPods().preempt(victim.uid(), plugin);
        if (!preempted) {
            preemptorsOf.remove(victim.uid());
        }
        return preempted;
    }

    /// The pod has left its node.
    void removed(String uid) {
        Set<String> preemptors = preemptorsOf.remove(uid);
        if (preemptors != null) {
            context.activate(preemptors);
        }
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

    /// A pod that no longer exists, or was replaced by another one, needs no eviction.
    private Ending ending(Pod pod, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Done done -> Ending.GOES;
            case WriteOutcome.Unknown unknown -> Ending.FAILED;
            case WriteOutcome.Refused rejected ->
                    switch (rejected.code()) {
                        case WriteOutcome.Refused.NOT_FOUND -> Ending.GOES;
                        case WriteOutcome.Refused.CONFLICT ->
                                staying(pod) ? Ending.DOUBTFUL : Ending.GOES;
                        default -> Ending.FAILED;
                    };
        };
    }

    /// Whether the observed pod exists and is not being deleted.
    private boolean staying(Pod pod) {
        return staying(pod.uid());
    }

    private boolean staying(String uid) {
        return context.pod(uid).filter(seen -> !seen.terminating()).isPresent();
    }

    // Parity: the note contains only the UID of the preemptor, so that users do not learn the names
    // of pods in namespaces that they cannot access.
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
