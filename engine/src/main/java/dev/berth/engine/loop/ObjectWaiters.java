package dev.berth.engine.loop;

import dev.berth.engine.binding.Timers;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.spi.ObjectLookup;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The waits of binding threads for objects (`PluginContext.await`). Scheduling thread only.
///
/// The check of a waiting thread runs again when one of the objects changes that it looked up last
/// time.
final class ObjectWaiters {
    private record Key(Kind kind, String key) {}

    private static final class Waiter<T> {
        final Function<ObjectLookup, Optional<T>> check;
        final CompletableFuture<T> answer;
        Set<Key> lookedUp = Set.of();
        Timers.@Nullable Timer timer;

        Waiter(Function<ObjectLookup, Optional<T>> check, CompletableFuture<T> answer) {
            this.check = check;
            this.answer = answer;
        }
    }

    private final Timers timers;
    private final ObjectLookup objects;
    private final Map<Key, Set<Waiter<?>>> waiters = new HashMap<>();
    private final IdentityHashMap<Object, Waiter<?>> byAnswer = new IdentityHashMap<>();

    ObjectWaiters(Timers timers, ObjectLookup objects) {
        this.timers = timers;
        this.objects = objects;
    }

    <T> void add(
            Function<ObjectLookup, Optional<T>> check,
            long deadlineNanos,
            CompletableFuture<T> answer) {
        var waiter = new Waiter<>(check, answer);
        if (!ask(waiter)) {
            byAnswer.put(answer, waiter);
            waiter.timer = timers.at(deadlineNanos, () -> timedOut(waiter));
        }
    }

    /// The number of waiting threads.
    int size() {
        return byAnswer.size();
    }

    /// The thread that waited for this was interrupted.
    void drop(CompletableFuture<?> answer) {
        Waiter<?> waiter = byAnswer.get(answer);
        if (waiter != null) {
            stopWatching(waiter);
            ended(waiter);
        }
    }

    private void ended(Waiter<?> waiter) {
        byAnswer.remove(waiter.answer);
        if (waiter.timer != null) {
            waiter.timer.cancel();
        }
    }

    private void timedOut(Waiter<?> waiter) {
        stopWatching(waiter);
        ended(waiter);
        waiter.answer.completeExceptionally(
                new TimeoutException(
                        "timed out waiting for "
                                + waiter.lookedUp.stream()
                                        .map(key -> key.kind() + " " + key.key())
                                        .sorted()
                                        .collect(Collectors.joining(", "))));
    }

    /// The pod has changed. Its key is created only if a thread waits.
    void changed(Pod pod) {
        if (!waiters.isEmpty()) {
            changed(Kind.POD, pod.key());
        }
    }

    void changed(Kind kind, String key) {
        if (waiters.isEmpty()) {
            return;
        }
        Set<Waiter<?>> here = waiters.get(new Key(kind, key));
        if (here != null) {
            for (Waiter<?> waiter : List.copyOf(here)) {
                stopWatching(waiter);
                if (ask(waiter)) {
                    ended(waiter);
                }
            }
        }
    }

    /// Runs the check; returns whether it has ended the wait. Otherwise the objects that it looked
    /// up are watched.
    private <T> boolean ask(Waiter<T> waiter) {
        var lookedUp = new LinkedHashSet<Key>();
        waiter.lookedUp = lookedUp;
        try {
            Optional<T> found =
                    waiter.check.apply((kind, key) -> {
                        lookedUp.add(new Key(kind, key));
                        return objects.find(kind, key);
                    });
            if (found.isPresent()) {
                waiter.answer.complete(found.get());
                return true;
            }
        } catch (RuntimeException | Error problem) {
            waiter.answer.completeExceptionally(problem);
            return true;
        }
        for (Key key : lookedUp) {
            waiters.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(waiter);
        }
        return false;
    }

    private void stopWatching(Waiter<?> waiter) {
        for (Key key : waiter.lookedUp) {
            Set<Waiter<?>> here = waiters.get(key);
            if (here != null && here.remove(waiter) && here.isEmpty()) {
                waiters.remove(key);
            }
        }
    }
}
