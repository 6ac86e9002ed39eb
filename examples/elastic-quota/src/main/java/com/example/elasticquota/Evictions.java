package com.example.elasticquota;

import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Evicts the victims of a preemption after the attempt, as kube-scheduler does: the condition
/// `DisruptionTarget`, the deletion, and an event.
final class Evictions {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final String plugin;
    private final PluginContext context;

    Evictions(String plugin, PluginContext context) {
        this.plugin = plugin;
        this.context = context;
    }

    void begin(Pod preemptor, String node, List<Pod> victims) {
        context.runLater(() -> {
            // Less important pods must not keep the node for which the victims are evicted.
            for (Pod other : context.nominatedPods(node)) {
                if (other.spec().priority() < preemptor.spec().priority()) {
                    context.submit(
                            new Write.PatchPodStatus(other, Optional.empty(), Nomination.CLEAR),
                            outcome -> {});
                }
            }
            victims.stream()
                    .filter(victim -> !victim.terminating())
                    .forEach(victim -> evict(preemptor, node, victim));
        });
    }

    private void evict(Pod preemptor, String node, Pod victim) {
        if (context.waitingPods().preempt(victim.uid(), plugin)) {
            report(preemptor, node, victim);
            return;
        }
        context.submit(
                new Write.PatchPodStatus(victim, Optional.of(target(preemptor)), Nomination.KEEP),
                outcome -> {
                    if (outcome instanceof WriteOutcome.Done) {
                        delete(preemptor, node, victim);
                    } else {
                        check(preemptor, outcome);
                    }
                });
    }

    private void delete(Pod preemptor, String node, Pod victim) {
        context.submit(
                new Write.DeletePod(victim.namespace(), victim.name(), victim.uid()),
                outcome -> {
                    if (outcome instanceof WriteOutcome.Done) {
                        report(preemptor, node, victim);
                    } else {
                        check(preemptor, outcome);
                    }
                });
    }

    /// After a failed write, no deletion follows that would requeue the preemptor.
    private void check(Pod preemptor, WriteOutcome outcome) {
        boolean gone =
                outcome instanceof WriteOutcome.Refused(int code, String _)
                        && code == WriteOutcome.Refused.NOT_FOUND;
        if (!gone) {
            context.runLater(RETRY, () -> context.activate(List.of(preemptor.key())));
        }
    }

    private void report(Pod preemptor, String node, Pod victim) {
        context.event(
                new EventRecord(
                        victim,
                        false,
                        "Preempted",
                        "Preempting",
                        "Preempted by pod %s on node %s, to reclaim capacity of its ElasticQuota"
                                .formatted(preemptor.uid(), node),
                        Optional.of(preemptor)));
    }

    private Condition target(Pod preemptor) {
        return new Condition(
                "DisruptionTarget",
                "True",
                "PreemptionByScheduler",
                "%s: preempting to reclaim capacity of an ElasticQuota"
                        .formatted(preemptor.spec().schedulerName()),
                Optional.of(
                        Instant.EPOCH
                                .plusNanos(context.nowNanos())
                                .truncatedTo(ChronoUnit.SECONDS)),
                0);
    }
}
