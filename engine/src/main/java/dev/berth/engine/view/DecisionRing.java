package dev.berth.engine.view;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The newest decisions, bounded; written and read by the scheduling thread.
public final class DecisionRing {
    private final @Nullable Decision[] ring;
    private long next;

    public DecisionRing(int size) {
        ring = new Decision[size];
    }

    public long count() {
        return next;
    }

    public void add(Decision decision) {
        ring[(int) (next++ % ring.length)] = decision;
    }

    /// The newest, newest first.
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
        for (Decision decision : newest(ring.length)) {
            if (decision.pod().equals(podKey)) {
                return Optional.of(decision);
            }
        }
        return Optional.empty();
    }
}
