package dev.berth.engine.loop;

import dev.berth.engine.binding.Timers;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/// Binding threads that wait for an object to become as they want it; kept by the scheduling
/// thread.
final class Awaiting {
    private record Key(Kind kind, String key) {}

    private record Waiter(
            Predicate<Optional<KubeObject>> wanted,
            CompletableFuture<Optional<KubeObject>> answer,
            Timers.Timer timer) {}

    private final Timers timers;
    private final Map<Key, List<Waiter>> waiters = new HashMap<>();

    Awaiting(Timers timers) {
        this.timers = timers;
    }

    void add(
            Kind kind,
            String key,
            Optional<KubeObject> now,
            Predicate<Optional<KubeObject>> wanted,
            long deadlineNanos,
            CompletableFuture<Optional<KubeObject>> answer) {
        if (test(wanted, now, answer)) {
            return;
        }
        var place = new Key(kind, key);
        Timers.Timer timer =
                timers.at(
                        deadlineNanos,
                        () -> {
                            answer.completeExceptionally(
                                    new TimeoutException(
                                            "timed out waiting for " + kind + " " + key));
                            removeAnswered(place);
                        });
        waiters.computeIfAbsent(place, k -> new ArrayList<>())
                .add(new Waiter(wanted, answer, timer));
    }

    void changed(Kind kind, String key, Optional<KubeObject> now) {
        if (waiters.isEmpty()) {
            return;
        }
        List<Waiter> here = waiters.get(new Key(kind, key));
        if (here == null) {
            return;
        }
        for (Waiter waiter : List.copyOf(here)) {
            if (test(waiter.wanted(), now, waiter.answer())) {
                waiter.timer().cancel();
                removeAnswered(new Key(kind, key));
            }
        }
    }

    private static boolean test(
            Predicate<Optional<KubeObject>> wanted,
            Optional<KubeObject> now,
            CompletableFuture<Optional<KubeObject>> answer) {
        try {
            return wanted.test(now) && answer.complete(now);
        } catch (RuntimeException | Error problem) {
            return answer.completeExceptionally(problem);
        }
    }

    /// Drops the waiters of a place that have their answer.
    private void removeAnswered(Key place) {
        List<Waiter> here = waiters.get(place);
        if (here != null) {
            here.removeIf(waiter -> waiter.answer().isDone());
            if (here.isEmpty()) {
                waiters.remove(place);
            }
        }
    }
}
