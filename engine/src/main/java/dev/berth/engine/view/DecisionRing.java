package dev.berth.engine.view;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The newest decisions, up to a maximum number. Scheduling thread only.
public final class DecisionRing {
    /// The number of node details over all decisions, about 200 bytes each.
    private static final int MAX_NODES_DETAILED = 200_000;

    private final @Nullable Decision[] ring;
    private final ArrayDeque<Long> detailed = new ArrayDeque<>();
    private long next;
    private int nodesDetailed;

    public DecisionRing(int size) {
        ring = new Decision[size];
    }

    public long count() {
        return next;
    }

    public void add(Decision decision) {
        if (decision.detail().isPresent()) {
            detailed.add(next);
            nodesDetailed += decision.detail().get().size();
        }
        ring[(int) (next++ % ring.length)] = decision;
        while (nodesDetailed > MAX_NODES_DETAILED && detailed.size() > 1) {
            strip(detailed.remove());
        }
    }

    /// Drops the verdicts and scores of nodes from an old decision; the rest stays.
    private void strip(long number) {
        int index = (int) (number % ring.length);
        Decision old = ring[index];
        if (old != null && old.number() == number) {
            nodesDetailed -= old.detail().map(List::size).orElse(0);
            ring[index] = old.withoutDetail();
        }
    }

    /// The newest decisions, newest first.
    public List<Decision> newest(int atMost) {
        var newest = new ArrayList<Decision>();
        for (long at = next - 1;
                at >= 0 && at >= next - ring.length && newest.size() < atMost;
                at--) {
            Decision decision = ring[(int) (at % ring.length)];
            if (decision != null) {
                newest.add(decision);
            }
        }
        return newest;
    }

    public Optional<Decision> newestOf(String podKey) {
        return newest(decision -> decision.pod().equals(podKey), 1).stream().findFirst();
    }

    /// The newest decisions about the pod with this UID, newest first. An earlier pod of the same
    /// name is another pod.
    public List<Decision> of(String uid, int atMost) {
        return newest(decision -> decision.uid().equals(uid), atMost);
    }

    private List<Decision> newest(Predicate<Decision> wanted, int atMost) {
        var found = new ArrayList<Decision>();
        for (long at = next - 1;
                at >= 0 && at >= next - ring.length && found.size() < atMost;
                at--) {
            Decision decision = ring[(int) (at % ring.length)];
            if (decision != null && wanted.test(decision)) {
                found.add(decision);
            }
        }
        return found;
    }
}
