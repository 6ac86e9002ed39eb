package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Generates the start times of running pods: often equal on different nodes, but never equal on
/// one node with one priority, because kube-scheduler does not define the order of such victims.
final class StartTimes {
    private final SeededRandom random;
    private final Set<String> taken = new HashSet<>();
    private int placed;

    /// The node of the pods without a start time; empty if there are none. Such pods count as
    /// starting now, in their order on the node, so those of several nodes have no defined order.
    private String unbegun = "";

    StartTimes(CaseDraft draft) {
        this.random = draft.random;
    }

    /// A start time on that node, or empty for a pod that has not started.
    String next(String node, long priority) {
        if (unbegun.isEmpty() ? random.chance(2) : unbegun.equals(node) && random.chance(40)) {
            unbegun = node;
            return "";
        }
        int minute = random.between(0, 9);
        while (!take(node, priority, at("2026-01-01", minute))) {
            minute++;
        }
        return at("2026-01-01", minute);
    }

    /// Uses a start time on a node; false if it is in use.
    boolean take(String node, long priority, String start) {
        return taken.add(node + " " + priority + " " + start);
    }

    /// The pod with its own start time. A placed pod can be a victim of the next pod, and the order
    /// of victims is defined only for different start times.
    Obj startable(Obj pending) {
        placed++;
        return pending.withAt(List.of("status", "startTime"), Json.of(at("2026-01-02", placed)));
    }

    private static String at(String day, int minute) {
        return day + "T%02d:%02d:00Z".formatted(minute / 60, minute % 60);
    }
}
