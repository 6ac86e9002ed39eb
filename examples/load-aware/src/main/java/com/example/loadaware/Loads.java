package com.example.loadaware;

import dev.berth.model.CustomObject;
import dev.berth.model.Pod;
import dev.berth.spi.NodeView;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The measured loads, and the pods whose load no measurement contains yet. The scheduling thread
/// keeps it up to date, so it needs no lock.
final class Loads {
    private record Placed(Pod pod, Instant since) {}

    private final LoadAware.Args args;
    private final Map<String, NodeLoad> measured = new HashMap<>();

    /// By node and UID. A measurement removes the pods that it contains.
    private final Map<String, Map<String, Placed>> unmeasured = new HashMap<>();

    Loads(LoadAware.Args args) {
        this.args = args;
    }

    void put(CustomObject metric) {
        String node = metric.meta().name();
        NodeLoad.of(metric, args.usage())
                .ifPresentOrElse(
                        load -> {
                            measured.put(node, load);
                            forgetMeasured(node, load);
                        },
                        () -> measured.remove(node));
    }

    void remove(CustomObject metric) {
        measured.remove(metric.meta().name());
    }

    void place(Pod pod, String node, Instant now) {
        // A pod that ran before this scheduler started has a start time.
        var placed = new Placed(pod, pod.status().startTime().orElse(now));
        if (Optional.ofNullable(measured.get(node)).filter(it -> contains(it, placed)).isEmpty()) {
            unmeasured.computeIfAbsent(node, name -> new HashMap<>()).put(pod.uid(), placed);
        }
    }

    void displace(Pod pod, String node) {
        Map<String, Placed> here = unmeasured.get(node);
        if (here != null) {
            here.remove(pod.uid());
            if (here.isEmpty()) {
                unmeasured.remove(node);
            }
        }
    }

    void clear() {
        measured.clear();
        unmeasured.clear();
    }

    private void forgetMeasured(String node, NodeLoad load) {
        Map<String, Placed> here = unmeasured.get(node);
        if (here != null) {
            here.values().removeIf(placed -> contains(load, placed));
            if (here.isEmpty()) {
                unmeasured.remove(node);
            }
        }
    }

    /// Whether the measurement contains the pod for its whole interval.
    private static boolean contains(NodeLoad load, Placed placed) {
        return !placed.since().plus(load.interval()).isAfter(load.updated());
    }

    /// The current measurement of a node, if it is not too old.
    Optional<NodeLoad> current(String node, Instant now) {
        return Optional.ofNullable(measured.get(node)).filter(load -> !now.isAfter(expiry(load)));
    }

    /// When the measurement of a node becomes too old.
    Optional<Instant> expiry(String node) {
        return Optional.ofNullable(measured.get(node)).map(this::expiry);
    }

    private Instant expiry(NodeLoad load) {
        return args.expiration().isZero() ? Instant.MAX : load.updated().plus(args.expiration());
    }

    /// The load of a node with the pods that are not measured yet.
    Usage of(String node, NodeLoad load) {
        Usage sum = load.usage();
        for (Placed placed : unmeasured.getOrDefault(node, Map.of()).values()) {
            // The measurement can contain a part of the load of a young pod.
            Usage known = load.pods().getOrDefault(placed.pod().key(), Usage.NONE);
            sum = sum.plus(Usage.estimate(placed.pod(), args.estimate()).minusClamped(known));
        }
        return sum;
    }

    /// The load of a node without a current measurement: the estimates for its pods.
    Usage estimated(NodeView node) {
        Usage sum = Usage.NONE;
        for (Pod pod : node.pods()) {
            sum = sum.plus(Usage.estimate(pod, args.estimate()));
        }
        return sum;
    }

    static Duration until(Instant time, Instant now) {
        return time.isAfter(now) ? Duration.between(now, time) : Duration.ZERO;
    }
}
