package dev.berth.dashboard;

import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.Standings;
import dev.berth.model.Pod;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// All pods at one moment. A census of many pods costs the scheduler some of its time, so the last
/// one serves the longer the more it cost.
final class Census {
    private static final long FRESH_NANOS = 250_000_000;

    /// How much longer a census serves than it took: a twentieth of the time at most goes into it.
    private static final long SCORE = 20;

    /// It may have waited long for its turn and cost little.
    private static final long STALE_NANOS = 2_000_000_000L;

    /// One pod.
    record Row(
            String pod,
            String namespace,
            String state,
            String node,
            int priority,
            long createdMillis,
            int attempts) {}

    /// What one census found.
    static final class Taken {
        private final List<PendingPod> pending;
        private final List<Row> rows;
        private final Map<String, List<Row>> sorted = new HashMap<>();

        Taken(List<PendingPod> pending, List<Row> rows) {
            this.pending = pending;
            this.rows = rows;
        }

        List<PendingPod> pending() {
            return pending;
        }

        /// @param order `name`, `age`, `state` or `priority`, with a `-` before it for the reverse
        synchronized Optional<List<Row>> sorted(String order) {
            List<Row> known = sorted.get(order);
            if (known != null) {
                return Optional.of(known);
            }
            Optional<List<Row>> made =
                    comparator(order).map(by -> rows.stream().sorted(by).toList());
            made.ifPresent(rows -> sorted.put(order, rows));
            return made;
        }
    }

    private static Optional<Comparator<Row>> comparator(String order) {
        boolean reverse = order.startsWith("-");
        Comparator<Row> byName = Comparator.comparing(Row::pod);
        Comparator<Row> by =
                switch (reverse ? order.substring(1) : order) {
                    case "name" -> byName;
                    case "age" -> Comparator.comparingLong(Row::createdMillis).reversed();
                    case "state" -> Comparator.comparing(Row::state);
                    case "priority" -> Comparator.comparingInt(Row::priority);
                    default -> null;
                };
        return by == null
                ? Optional.empty()
                : Optional.of((reverse ? by.reversed() : by).thenComparing(byName));
    }

    private final Scheduler scheduler;
    private final Fresh<Taken> last;

    Census(Scheduler scheduler, LongSupplier ticks) {
        this.scheduler = scheduler;
        last =
                new Fresh<>(
                        this::taken,
                        ticks,
                        took -> Math.clamp(took * SCORE, FRESH_NANOS, STALE_NANOS));
    }

    /// Empty if the scheduler does not answer.
    Optional<Taken> take() {
        return last.get();
    }

    private Optional<Taken> taken() {
        return scheduler
                .ask(new Query.Everyone())
                .map(everyone ->
                        new Taken(
                                everyone.pending(),
                                everyone.pods().stream().map(Census::row).toList()));
    }

    private static Row row(Standings.Standing standing) {
        Pod pod = standing.pod();
        return new Row(
                pod.key(),
                pod.namespace(),
                Shown.state(standing.lane()),
                standing.node(),
                pod.spec().priority(),
                pod.meta().created().map(Instant::toEpochMilli).orElse(0L),
                standing.attempts());
    }
}
