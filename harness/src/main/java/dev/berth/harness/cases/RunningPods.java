package dev.berth.harness.cases;

import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// The running pods of a case: at random, or so many on each node that no resources are free.
final class RunningPods {
    private static final int MAX = 30;

    private final CaseDraft draft;
    private final SeededRandom random;
    private final FreeResources capacity;
    private final RunningPodGenerator running;
    private final List<Obj> pods = new ArrayList<>();

    RunningPods(CaseDraft draft, FreeResources capacity, RunningPodGenerator running) {
        this.draft = draft;
        this.random = draft.random;
        this.capacity = capacity;
        this.running = running;
    }

    List<Obj> pods() {
        if (!draft.crowded) {
            scatter(draft.nodes.isEmpty() ? random.between(0, 1) : defaultCount());
        } else {
            fill();
            if (random.chance(25)) {
                scatter(random.few(1, 4));
            }
        }
        return pods;
    }

    private int defaultCount() {
        int nodes = draft.nodes.size();
        return switch (draft.family) {
            case AFFINITY, SPREAD_OF_PODS -> random.between(0, Math.min(MAX, 4 * nodes));
            default -> random.between(0, Math.min(MAX, 3 * nodes));
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
            if (draft.twins && !first.isEmpty() && random.chance(85)) {
                repeat(first, node);
            } else if (!random.chance(4)) {
                int from = pods.size();
                fill(node);
                first = first.isEmpty() ? List.copyOf(pods.subList(from, pods.size())) : first;
            }
        }
    }

    private void fill(String node) {
        int max = Math.clamp(MAX / draft.nodes.size(), 1, 5);
        int count = random.between(1, max);
        boolean seated = capacity.seats(node) <= max && random.chance(75);
        if (seated) {
            count = (int) Math.max(1, capacity.seats(node));
        }
        for (int i = 0; i < count; i++) {
            // If the pod limit is reached, resources for one more pod may be free.
            boolean last = draft.full() && i == count - 1 && (!seated || random.chance(40));
            add(running.crowding(name(), node, last));
        }
    }

    /// Copies the pods of another node, with one of them changed, missing, or added with the lowest
    /// priority.
    private void repeat(List<Obj> others, String node) {
        int changed = random.chance(50) ? random.between(0, others.size() - 1) : -1;
        for (int i = 0; i < others.size(); i++) {
            if (i != changed) {
                add(running.copy(others.get(i), name(), node));
            } else if (!random.chance(10)) {
                add(running.nearCopy(others.get(i), name(), node));
            }
        }
        if (changed < 0 && random.chance(25)) {
            add(running.lowPriorityCopy(random.oneOf(others), name(), node));
        }
    }

    private String name() {
        return "r" + pods.size();
    }

    private void add(Obj pod) {
        capacity.take(pod);
        pods.add(pod);
    }
}
