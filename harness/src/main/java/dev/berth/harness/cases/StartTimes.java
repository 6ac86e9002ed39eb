package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// When running pods began: often at the same time on different nodes, never on one node with one
/// priority, for kube-scheduler does not define which of those has to leave first.
final class StartTimes {
    private final SeededRandom random;
    private final Set<String> taken = new HashSet<>();
    private int placed;

    /// Whether a pod was left that has not begun: it counts as beginning now, so two of them would
    /// be as good as the clock is precise.
    private boolean unbegun;

    StartTimes(CaseDraft draft) {
        this.random = draft.random;
    }

    /// A start on that node, or nothing for a pod that has not begun.
    String next(String node, long priority) {
        if (!unbegun && random.chance(2)) {
            unbegun = true;
            return "";
        }
        int minute = random.between(0, 9);
        while (!take(node, priority, at("2026-01-01", minute))) {
            minute++;
        }
        return at("2026-01-01", minute);
    }

    /// Takes a start on a node; false if it is taken.
    boolean take(String node, long priority, String start) {
        return taken.add(node + " " + priority + " " + start);
    }

    /// The pod with a start of its own: placed, it may have to make room for the next, and which
    /// one has to is defined only for pods that began one after the other.
    Obj startable(Obj pending) {
        placed++;
        return pending.withAt(List.of("status", "startTime"), Json.of(at("2026-01-02", placed)));
    }

    private static String at(String day, int minute) {
        return day + "T%02d:%02d:00Z".formatted(minute / 60, minute % 60);
    }
}
