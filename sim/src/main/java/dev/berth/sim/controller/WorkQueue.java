package dev.berth.sim.controller;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.sim.time.TimerService;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The keys of the objects to reconcile, now or at a later time. Each key is queued once.
final class WorkQueue {
    private final Clock clock;
    private final TimerService agenda;
    private final Runnable wakeUp;
    private final Log log;
    private final Set<String> keys = new LinkedHashSet<>();
    private final Map<String, Long> due = new HashMap<>();

    WorkQueue(Clock clock, TimerService agenda, Runnable wakeUp, Log log) {
        this.clock = clock;
        this.agenda = agenda;
        this.wakeUp = wakeUp;
        this.log = log;
    }

    synchronized void to(String key) {
        keys.add(key);
    }

    /// Adds the key after a delay (client-go: `AddAfter`). An earlier time takes precedence.
    void later(Duration time, String key) {
        long at = clock.nowNanos() + ControllerContext.bounded(time).toNanos();
        synchronized (this) {
            if (due.getOrDefault(key, Long.MAX_VALUE) <= at) {
                return;
            }
            due.put(key, at);
        }
        agenda.at(at, () -> come(key, at));
    }

    private void come(String key, long at) {
        synchronized (this) {
            due.remove(key, at);
            keys.add(key);
        }
        wakeUp.run();
    }

    /// Reconciles all queued keys. Returns their number.
    int process(Consumer<String> look) {
        List<String> now;
        synchronized (this) {
            if (keys.isEmpty()) {
                return 0;
            }
            now = List.copyOf(keys);
            keys.clear();
        }
        now.forEach(key -> guarded(key, look));
        return now.size();
    }

    /// A failure for one object must not affect the others.
    private void guarded(String key, Consumer<String> look) {
        try {
            look.accept(key);
        } catch (RuntimeException e) {
            log.error(e, "A controller of the embedded cluster failed", "object", key);
        }
    }
}
