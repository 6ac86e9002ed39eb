package dev.berth.testkit;

import dev.berth.model.Pod;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.StateKey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A cycle without a scheduler.
final class TestCycle implements PodCycle {
    private final Pod pod;
    private final Nodes nodes;
    private final boolean dryRun;
    private final Map<StateKey<?>, Object> values = new HashMap<>();
    private final List<String> activated = new ArrayList<>();

    /// A cycle without side effects.
    TestCycle(Pod pod, Nodes nodes) {
        this(pod, nodes, true);
    }

    TestCycle(Pod pod, Nodes nodes, boolean dryRun) {
        this.pod = pod;
        this.nodes = nodes;
        this.dryRun = dryRun;
    }

    @Override
    public Pod pod() {
        return pod;
    }

    @Override
    public Nodes nodes() {
        return nodes;
    }

    @Override
    public String nominatedNodeName() {
        return pod.status().nominatedNodeName();
    }

    @Override
    public boolean dryRun() {
        return dryRun;
    }

    @Override
    public <T> Optional<T> get(StateKey<T> key) {
        Object value = values.get(key);
        return value == null ? Optional.empty() : Optional.of(key.cast(value));
    }

    @Override
    public <T> void put(StateKey<T> key, T value) {
        values.put(key, value);
    }

    @Override
    public void activate(String podKey) {
        activated.add(podKey);
    }

    List<String> activated() {
        return activated;
    }
}
