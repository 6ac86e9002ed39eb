package dev.berth.devices.allocation;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/// The results of the allocator for equal requests on each row of the node table. A result is valid
/// until the node or its devices change.
public final class NodeResults {
    /// The result for one node.
    ///
    /// @param score the score of the selected alternatives
    public record Result(Verdict verdict, long score) {}

    /// The rows with the same rejection.
    private record Rejected(Reject why, MutableNodeSet rows) {}

    private final DeviceChanges changes;
    private final MutableNodeSet known = new MutableNodeSet(64);
    private final List<Rejected> rejected = new ArrayList<>();

    /// The scores that are not 0; shorter than the table if the others are.
    private long[] scores = new long[0];

    private long seen;

    public NodeResults(DeviceChanges changes) {
        this.changes = changes;
        this.seen = changes.end();
    }

    /// Forgets the results that the changes since the last call concern.
    ///
    /// @param rowOf returns the row of the node with a name, or -1
    public void refresh(ToIntFunction<String> rowOf) {
        if (seen == changes.end()) {
            return;
        }
        if (!changes.since(seen, name -> forget(rowOf.applyAsInt(name)))) {
            known.clear();
            rejected.clear();
        }
        seen = changes.end();
    }

    private void forget(int row) {
        if (known.contains(row)) {
            known.remove(row);
            for (Rejected each : rejected) {
                each.rows().remove(row);
            }
        }
    }

    /// The rows with a result.
    public NodeSet known() {
        return known;
    }

    /// Keeps the result for a row that has none.
    public void put(int row, Result result) {
        known.add(row);
        if (row >= scores.length && result.score() != 0) {
            scores = Arrays.copyOf(scores, Math.max(row + 1, scores.length * 2));
        }
        if (row < scores.length) {
            scores[row] = result.score();
        }
        if (result.verdict() instanceof Reject why) {
            rowsOf(why).add(row);
        }
    }

    private MutableNodeSet rowsOf(Reject why) {
        for (Rejected each : rejected) {
            if (each.why().equals(why)) {
                return each.rows();
            }
        }
        var added = new Rejected(why, new MutableNodeSet(64));
        rejected.add(added);
        return added.rows();
    }

    /// The result for a row that has one.
    public Result of(int row) {
        Verdict verdict = Verdict.PASS;
        for (Rejected each : rejected) {
            if (each.rows().contains(row)) {
                verdict = each.why();
            }
        }
        return new Result(verdict, row < scores.length ? scores[row] : 0);
    }

    /// Moves the rows that are rejected from `left` to `out`.
    public void reject(MutableNodeSet left, Rejections out) {
        for (Rejected each : rejected) {
            for (int word = 0; word < left.words(); word++) {
                out.rejectWord(word, left.word(word) & each.rows().word(word), each.why());
            }
            left.removeAll(each.rows());
        }
    }
}
