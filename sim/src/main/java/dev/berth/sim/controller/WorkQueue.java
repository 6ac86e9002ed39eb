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

/// The keys of objects that are to be looked at again, now or later; each once, however often it
/// was named.
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

    /// Looks at it again when this much time has passed, unless that is to be sooner anyway.
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

    /// Looks at all that were named, and returns how many they were.
    int turnTo(Consumer<String> look) {
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

    /// One object that somebody wrote in a way nobody thought of must not stop the others.
    private void guarded(String key, Consumer<String> look) {
        try {
            look.accept(key);
        } catch (RuntimeException e) {
            log.error(e, "A controller of the embedded cluster failed", "object", key);
        }
    }
}
