package dev.berth.dashboard;

import dev.berth.engine.view.Latencies;
import dev.berth.engine.view.Pulse;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// The last hour, second by second.
final class History {
    static final int SECONDS = 3_600;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final long NANOS_A_MICRO = 1_000;

    /// What happened a second, and how many pods were where at its end.
    ///
    /// @param p50Micros of decisions; empty if there were none
    record Second(
            long number,
            long atMillis,
            long scheduled,
            long unschedulable,
            long errors,
            OptionalLong p50Micros,
            OptionalLong p99Micros,
            int active,
            int backoff,
            int parked,
            int gated,
            int waiting,
            int binding) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Second> seconds = new ArrayDeque<>();
    private @Nullable Pulse before;
    private long count;

    /// Adds a second that ends with this pulse.
    void add(Pulse now) {
        lock.lock();
        try {
            Pulse last = before;
            before = now;
            if (last == null) {
                return;
            }
            if (this.seconds.size() == SECONDS) {
                this.seconds.removeFirst();
            }
            // A busy scheduler may have been silent for longer.
            double seconds = Math.max(1e-3, (now.atNanos() - last.atNanos()) / 1e9);
            this.seconds.addLast(
                    new Second(
                            count++,
                            now.atNanos() / NANOS_A_MILLI,
                            Math.round((now.scheduled() - last.scheduled()) / seconds),
                            Math.round((now.unschedulable() - last.unschedulable()) / seconds),
                            Math.round((now.errors() - last.errors()) / seconds),
                            quantile(last, now, 0.5),
                            quantile(last, now, 0.99),
                            now.queue().active(),
                            now.queue().backoff(),
                            now.queue().unschedulable(),
                            now.queue().gated(),
                            now.waiting(),
                            now.binding()));
        } finally {
            lock.unlock();
        }
    }

    private static OptionalLong quantile(Pulse before, Pulse after, double share) {
        OptionalLong nanos = Latencies.quantile(before.latencies(), after.latencies(), share);
        return nanos.isEmpty()
                ? nanos
                : OptionalLong.of(Math.max(1, nanos.getAsLong() / NANOS_A_MICRO));
    }

    /// The newest second, if it is newer than that with this number.
    Optional<Second> newerThan(long number) {
        lock.lock();
        try {
            return Optional.ofNullable(seconds.peekLast()).filter(last -> last.number() > number);
        } finally {
            lock.unlock();
        }
    }

    private List<Second> all() {
        lock.lock();
        try {
            return new ArrayList<>(seconds);
        } finally {
            lock.unlock();
        }
    }

    Json.Obj shown() {
        List<Second> all = all();
        return Json.Obj.builder()
                .put("from", all.isEmpty() ? 0 : all.getFirst().atMillis())
                .put("step", 1_000)
                .put("at", column(all, each -> Json.of(each.atMillis())))
                .put("scheduled", column(all, each -> Json.of(each.scheduled())))
                .put("unschedulable", column(all, each -> Json.of(each.unschedulable())))
                .put("errors", column(all, each -> Json.of(each.errors())))
                .put("p50Micros", column(all, each -> orNull(each.p50Micros())))
                .put("p99Micros", column(all, each -> orNull(each.p99Micros())))
                .put("active", column(all, each -> Json.of(each.active())))
                .put("backoff", column(all, each -> Json.of(each.backoff())))
                .put("parked", column(all, each -> Json.of(each.parked())))
                .put("gated", column(all, each -> Json.of(each.gated())))
                .put("waiting", column(all, each -> Json.of(each.waiting())))
                .put("binding", column(all, each -> Json.of(each.binding())))
                .build();
    }

    private static Json.Arr column(List<Second> all, Function<Second, Json> value) {
        return new Json.Arr(all.stream().map(value).toList());
    }

    private static Json orNull(OptionalLong value) {
        return value.isEmpty() ? Json.Null.NULL : Json.of(value.getAsLong());
    }

    static Json.Obj shown(Second second) {
        return Json.Obj.builder()
                .put("at", second.atMillis())
                .put("scheduled", second.scheduled())
                .put("unschedulable", second.unschedulable())
                .put("errors", second.errors())
                .put("p50Micros", orNull(second.p50Micros()))
                .put("p99Micros", orNull(second.p99Micros()))
                .put("active", second.active())
                .put("backoff", second.backoff())
                .put("parked", second.parked())
                .put("gated", second.gated())
                .put("waiting", second.waiting())
                .put("binding", second.binding())
                .build();
    }
}
