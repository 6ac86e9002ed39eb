package dev.berth.dashboard;

import dev.berth.engine.view.Answered;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodStates;
import dev.berth.engine.view.PodStates.PodState;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.RequeueEvents;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// All pods at one moment. The last answer is valid the longer, the more it cost the scheduler.
final class DashboardPods {
    private static final long MIN_LIFETIME_NANOS = 250_000_000;

    /// How much longer an answer is valid than it took: it takes at most a twentieth of the time.
    private static final long LIFETIME_FACTOR = 20;

    /// The answer may have waited long in the mailbox and cost little.
    private static final long MAX_LIFETIME_NANOS = 2_000_000_000L;

    /// What the scheduler answered.
    static final class Snapshot {
        private final Answered<PodStates> answer;
        private final Map<String, List<PodState>> sorted = new HashMap<>();

        Snapshot(Answered<PodStates> answer) {
            this.answer = answer;
        }

        SchedulerStatus status() {
            return answer.status();
        }

        List<PodState> all() {
            return answer.answer().pods();
        }

        List<PendingPod> pending() {
            return answer.answer().pending();
        }

        /// The events that requeue a pending pod.
        List<RequeueEvents> requeueEvents(PendingPod pod) {
            Map<String, RequeueEvents> known =
                    answer.answer().requeueEvents().getOrDefault(pod.profile(), Map.of());
            return pod.blockingPlugins().stream()
                    .flatMap(plugin -> Optional.ofNullable(known.get(plugin)).stream())
                    .toList();
        }

        /// @param order `name`, `age`, `state` or `priority`, with a `-` before it for the reverse
        synchronized Optional<List<PodState>> sorted(String order) {
            List<PodState> known = sorted.get(order);
            if (known != null) {
                return Optional.of(known);
            }
            Optional<List<PodState>> made =
                    comparator(order)
                            .map(by -> answer.answer().pods().stream().sorted(by).toList());
            made.ifPresent(pods -> sorted.put(order, pods));
            return made;
        }
    }

    private static Optional<Comparator<PodState>> comparator(String order) {
        boolean reverse = order.startsWith("-");
        Comparator<PodState> byName = Comparator.comparing(each -> each.pod().key());
        Comparator<PodState> by =
                switch (reverse ? order.substring(1) : order) {
                    case "name" -> byName;
                    case "age" ->
                            Comparator.<PodState>comparingLong(each -> createdMillis(each.pod()))
                                    .reversed();
                    case "state" -> Comparator.comparing(each -> each.state().label());
                    case "priority" ->
                            Comparator.comparingInt(each -> each.pod().spec().priority());
                    default -> null;
                };
        return by == null
                ? Optional.empty()
                : Optional.of((reverse ? by.reversed() : by).thenComparing(byName));
    }

    static long createdMillis(Pod pod) {
        return pod.meta().created().map(Instant::toEpochMilli).orElse(0L);
    }

    private final TimedCache<Snapshot> cache;

    DashboardPods(Scheduler scheduler, LongSupplier ticks) {
        cache =
                new TimedCache<>(
                        () ->
                                scheduler
                                        .ask(new Query.WithStatus<>(new Query.AllPodStates()))
                                        .map(Snapshot::new),
                        ticks,
                        took ->
                                Math.clamp(
                                        took * LIFETIME_FACTOR,
                                        MIN_LIFETIME_NANOS,
                                        MAX_LIFETIME_NANOS));
    }

    /// Empty if the scheduler does not answer.
    Optional<Snapshot> snapshot() {
        return cache.get();
    }
}
