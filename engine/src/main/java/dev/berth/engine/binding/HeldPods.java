package dev.berth.engine.binding;

import dev.berth.model.GoDuration;
import dev.berth.spi.WaitingPods.Waiting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Pods that permit plugins hold: a row and timers for each, never a thread.
public final class HeldPods {
    /// How a hold ends.
    interface Ending {
        void allowed(Binding binding);

        void rejected(Binding binding, String plugin, String message);

        void preempted(Binding binding);
    }

    private static final class Held {
        final Binding binding;
        final Map<String, Timers.Timer> timers = new LinkedHashMap<>();

        Held(Binding binding) {
            this.binding = binding;
        }
    }

    private final Timers timers;
    private final Ending ending;
    private final Map<String, Held> held = new LinkedHashMap<>();

    HeldPods(Timers timers, Ending ending) {
        this.timers = timers;
        this.ending = ending;
    }

    void hold(Binding binding, Map<String, Duration> waits, long nowNanos) {
        var added = new Held(binding);
        held.put(binding.uid(), added);
        waits.forEach((plugin, atMost) ->
                added.timers.put(
                        plugin,
                        timers.at(
                                nowNanos + atMost.toNanos(),
                                () -> reject(binding.uid(), plugin, timeout(plugin, atMost)))));
    }

    private static String timeout(String plugin, Duration waited) {
        return "rejected due to timeout after waiting "
                + GoDuration.text(waited)
                + " at plugin "
                + plugin;
    }

    public void allow(String uid, String plugin) {
        Held pod = held.get(uid);
        Timers.Timer timer = pod == null ? null : pod.timers.remove(plugin);
        if (pod == null || timer == null) {
            return;
        }
        timer.cancel();
        if (pod.timers.isEmpty()) {
            held.remove(uid);
            ending.allowed(pod.binding);
        }
    }

    /// Ends the hold with a rejection; false when the pod is not held.
    public boolean reject(String uid, String plugin, String message) {
        Optional<Binding> released = release(uid);
        released.ifPresent(binding -> ending.rejected(binding, plugin, message));
        return released.isPresent();
    }

    /// Ends the hold because a more important pod wants the room; false when the pod is not held.
    boolean preempt(String uid) {
        Optional<Binding> released = release(uid);
        released.ifPresent(ending::preempted);
        return released.isPresent();
    }

    private Optional<Binding> release(String uid) {
        Held pod = held.remove(uid);
        if (pod == null) {
            return Optional.empty();
        }
        pod.timers.values().forEach(Timers.Timer::cancel);
        return Optional.of(pod.binding);
    }

    public int size() {
        return held.size();
    }

    public Optional<Binding> find(String uid) {
        return Optional.ofNullable(held.get(uid)).map(pod -> pod.binding);
    }

    public List<Waiting> all() {
        var all = new ArrayList<Waiting>();
        for (Held pod : held.values()) {
            all.add(
                    new Waiting(
                            pod.binding.placement().pod(),
                            pod.binding.placement().node(),
                            new TreeSet<>(pod.timers.keySet())));
        }
        return all;
    }
}
