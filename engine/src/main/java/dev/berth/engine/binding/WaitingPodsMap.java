package dev.berth.engine.binding;

import dev.berth.engine.port.Meter;
import dev.berth.model.GoDuration;
import dev.berth.spi.WaitingPods.WaitingPod;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Pods that wait on Permit (kube-scheduler: `waitingPodsMap`): an entry and timers for each, never
/// a thread.
public final class WaitingPodsMap {
    /// How a wait ends.
    interface Ending {
        void allowed(BindingCycle binding);

        void rejected(BindingCycle binding, String plugin, String message);

        void preempted(BindingCycle binding);
    }

    private static final class WaitingEntry {
        final BindingCycle binding;
        final Map<String, Timers.Timer> timers = new LinkedHashMap<>();
        final long sinceNanos;

        WaitingEntry(BindingCycle binding, long sinceNanos) {
            this.binding = binding;
            this.sinceNanos = sinceNanos;
        }
    }

    private final Timers timers;
    private final Ending ending;
    private final Meter meter;
    private final Map<String, WaitingEntry> waiting = new LinkedHashMap<>();

    WaitingPodsMap(Timers timers, Ending ending, Meter meter) {
        this.timers = timers;
        this.ending = ending;
        this.meter = meter;
    }

    /// The pod waits for these plugins, each for at most the given time.
    void add(BindingCycle binding, Map<String, Duration> waits) {
        long nowNanos = timers.nowNanos();
        var added = new WaitingEntry(binding, nowNanos);
        waiting.put(binding.uid(), added);
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
        WaitingEntry pod = waiting.get(uid);
        Timers.Timer timer = pod == null ? null : pod.timers.remove(plugin);
        if (pod == null || timer == null) {
            return;
        }
        timer.cancel();
        if (pod.timers.isEmpty()) {
            waiting.remove(uid);
            meter.waiting(Meter.Status.SUCCESS, timers.nowNanos() - pod.sinceNanos);
            ending.allowed(pod.binding);
        }
    }

    /// Ends the wait with a rejection; false if the pod does not wait.
    public boolean reject(String uid, String plugin, String message) {
        Optional<BindingCycle> released = release(uid, Meter.Status.UNSCHEDULABLE);
        released.ifPresent(binding -> ending.rejected(binding, plugin, message));
        return released.isPresent();
    }

    /// Ends the wait because a pod of higher priority preempts this one; false if it does not wait.
    boolean preempt(String uid) {
        Optional<BindingCycle> released = release(uid, Meter.Status.ERROR);
        released.ifPresent(ending::preempted);
        return released.isPresent();
    }

    private Optional<BindingCycle> release(String uid, Meter.Status status) {
        WaitingEntry pod = waiting.remove(uid);
        if (pod == null) {
            return Optional.empty();
        }
        pod.timers.values().forEach(Timers.Timer::cancel);
        meter.waiting(status, timers.nowNanos() - pod.sinceNanos);
        return Optional.of(pod.binding);
    }

    public int size() {
        return waiting.size();
    }

    public Optional<BindingCycle> find(String uid) {
        return Optional.ofNullable(waiting.get(uid)).map(pod -> pod.binding);
    }

    Stream<BindingCycle> bindings() {
        return waiting.values().stream().map(pod -> pod.binding);
    }

    /// How a pod waits.
    ///
    /// @param untilNanos when the first plugin times out
    public record PluginWait(
            BindingCycle binding, NavigableSet<String> plugins, long sinceNanos, long untilNanos) {}

    /// How the pod waits; empty if it does not.
    public Optional<PluginWait> waitOf(String uid) {
        return Optional.ofNullable(waiting.get(uid))
                .map(pod ->
                        new PluginWait(
                                pod.binding,
                                new TreeSet<>(pod.timers.keySet()),
                                pod.sinceNanos,
                                pod.timers.values().stream()
                                        .mapToLong(Timers.Timer::dueNanos)
                                        .min()
                                        .orElse(Long.MAX_VALUE)));
    }

    public List<WaitingPod> all() {
        var all = new ArrayList<WaitingPod>();
        for (WaitingEntry pod : waiting.values()) {
            all.add(
                    new WaitingPod(
                            pod.binding.placement().pod(),
                            pod.binding.placement().node(),
                            new TreeSet<>(pod.timers.keySet())));
        }
        return all;
    }
}
