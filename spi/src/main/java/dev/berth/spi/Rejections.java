package dev.berth.spi;

import java.util.ArrayList;
import java.util.List;

/// Collects the rows that a filter rejects, grouped by rejection (kube-scheduler: `NodeToStatus`).
public final class Rejections {
    private final List<Entry> entries = new ArrayList<>();
    private final List<MutableNodeSet> spare = new ArrayList<>();

    /// The rows with the same rejection.
    public record Entry(Reject why, MutableNodeSet rows) {}

    public void reject(int row, Reject why) {
        entry(why).rows().add(row);
    }

    /// Rejects the rows whose bits are set in word `index` (see [NodeSet#word]).
    public void rejectWord(int index, long bits, Reject why) {
        if (bits != 0) {
            entry(why).rows().addWord(index, bits);
        }
    }

    public List<Entry> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// Removes all entries. Sets that [#entries] returned before are reused.
    public void clear() {
        for (Entry entry : entries) {
            entry.rows().clear();
            spare.add(entry.rows());
        }
        entries.clear();
    }

    private Entry entry(Reject why) {
        for (Entry entry : entries) {
            if (entry.why().equals(why)) {
                return entry;
            }
        }
        MutableNodeSet rows = spare.isEmpty() ? new MutableNodeSet(64) : spare.removeLast();
        var added = new Entry(why, rows);
        entries.add(added);
        return added;
    }
}
