package dev.berth.testkit.cases;

import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Everybody who runs in a case: spread by chance, or so many on each node that nothing is left.
final class RunningPods {
    private static final int MOST = 30;

    private final CaseDraft draft;
    private final SeededRandom dice;
    private final FreeResources room;
    private final RunningPodGenerator running;
    private final List<Obj> pods = new ArrayList<>();

    RunningPods(CaseDraft draft, FreeResources room, RunningPodGenerator running) {
        this.draft = draft;
        this.dice = draft.dice;
        this.room = room;
        this.running = running;
    }

    List<Obj> pods() {
        if (!draft.crowded) {
            scatter(draft.nodes.isEmpty() ? dice.between(0, 1) : usualCount());
        } else {
            fill();
            if (dice.chance(25)) {
                scatter(dice.few(1, 4));
            }
        }
        return pods;
    }

    private int usualCount() {
        int nodes = draft.nodes.size();
        return switch (draft.family) {
            case AFFINITY, SPREAD_OF_PODS -> dice.between(0, Math.min(MOST, 4 * nodes));
            default -> dice.between(0, Math.min(MOST, 3 * nodes));
        };
    }

    private void scatter(int count) {
        for (int i = 0; i < count; i++) {
            add(running.pod(name(), draft.anyNode()));
        }
    }

    private void fill() {
        List<Obj> first = List.of();
        for (String node : draft.nodes) {
            if (draft.twins && !first.isEmpty() && dice.chance(85)) {
                repeat(first, node);
            } else if (!dice.chance(4)) {
                int from = pods.size();
                fill(node);
                first = first.isEmpty() ? List.copyOf(pods.subList(from, pods.size())) : first;
            }
        }
    }

    private void fill(String node) {
        int most = Math.clamp(MOST / draft.nodes.size(), 1, 5);
        int count = dice.between(1, most);
        boolean seated = room.seats(node) <= most && dice.chance(75);
        if (seated) {
            count = (int) Math.max(1, room.seats(node));
        }
        for (int i = 0; i < count; i++) {
            // Where the seats are taken, there may be room for one more otherwise.
            boolean last = draft.full() && i == count - 1 && (!seated || dice.chance(40));
            add(running.crowding(name(), node, last));
        }
    }

    /// The pods of another node once more, as they are, with one of them changed or missing, or
    /// with one more that hardly counts.
    private void repeat(List<Obj> others, String node) {
        int changed = dice.chance(50) ? dice.between(0, others.size() - 1) : -1;
        for (int i = 0; i < others.size(); i++) {
            if (i != changed) {
                add(running.twin(others.get(i), name(), node));
            } else if (!dice.chance(10)) {
                add(running.nearTwin(others.get(i), name(), node));
            }
        }
        if (changed < 0 && dice.chance(25)) {
            add(running.lowTwin(dice.oneOf(others), name(), node));
        }
    }

    private String name() {
        return "r" + pods.size();
    }

    private void add(Obj pod) {
        room.take(pod);
        pods.add(pod);
    }
}
