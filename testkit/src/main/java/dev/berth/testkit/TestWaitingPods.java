package dev.berth.testkit;

import dev.berth.model.Pod;
import dev.berth.spi.WaitingPods;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The pods that wait on Permit in a test. Like in the engine, `allow` and `reject` take effect
/// after the current call of the plugin.
final class TestWaitingPods implements WaitingPods {
    /// Receives the end of a wait.
    interface Ending {
        void allowed();

        void rejected(String message);
    }

    private record Entry(WaitingPod pod, Ending ending) {}

    private final TestTimers timers;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> preemptible = new HashSet<>();
    private final List<String> allowed = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();
    private final List<String> preempted = new ArrayList<>();
    private @Nullable String plugin;

    TestWaitingPods(TestTimers timers) {
        this.timers = timers;
    }

    /// From now on, only this plugin can allow and reject pods.
    void belongTo(String plugin) {
        this.plugin = plugin;
    }

    void add(Pod pod, String node, String plugin, Ending ending) {
        entries.put(pod.uid(), new Entry(new WaitingPod(pod, node, Set.of(plugin)), ending));
    }

    boolean contains(String uid) {
        return entries.containsKey(uid);
    }

    void end(String uid) {
        entries.remove(uid);
    }

    void addPreemptible(String uid) {
        preemptible.add(uid);
    }

    List<String> allowedPods() {
        return allowed;
    }

    List<String> rejectedPods() {
        return rejected;
    }

    List<String> preemptedPods() {
        return preempted;
    }

    @Override
    public List<WaitingPod> all() {
        return entries.values().stream().map(Entry::pod).toList();
    }

    @Override
    public void allow(String uid, String by) {
        check("allow", by);
        allowed.add(uid);
        timers.later(() -> {
            Entry entry = entries.remove(uid);
            if (entry != null) {
                entry.ending().allowed();
            }
        });
    }

    @Override
    public void reject(String uid, String by, String message) {
        check("reject", by);
        rejected.add(uid);
        timers.later(() -> {
            Entry entry = entries.remove(uid);
            if (entry != null) {
                entry.ending().rejected(message);
            }
        });
    }

    @Override
    public boolean preempt(String uid, String by) {
        check("preempt", by);
        Entry entry = entries.remove(uid);
        if (entry != null) {
            timers.later(() -> entry.ending().rejected("preempted"));
        }
        return (entry != null || preemptible.remove(uid)) && preempted.add(uid);
    }

    /// A scheduler ignores a plugin that allows pods under another name.
    private void check(String method, String by) {
        if (plugin != null && !by.equals(plugin)) {
            throw new AssertionError(
                    "WaitingPods.%s was called for the plugin \"%s\", but the name of the plugin is \"%s\""
                            .formatted(method, by, plugin));
        }
    }
}
