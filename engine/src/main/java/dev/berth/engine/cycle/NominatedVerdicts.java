package dev.berth.engine.cycle;

import dev.berth.engine.state.ChangeLog;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The verdicts on rows with the pods that are nominated to them, for pods of one shape and
/// priority. A verdict is kept until its row changes.
///
/// The rows are kept as sets by verdict: after many preemptions nearly every node has a nominated
/// pod, and the next attempt needs the verdicts of all of them.
final class NominatedVerdicts {
    /// The rows with the same rejection.
    record Rejected(NodeFilters.NodeRejection why, MutableNodeSet rows) {}

    private final MutableNodeSet passing = new MutableNodeSet(64);
    private final List<Rejected> rejected = new ArrayList<>();
    private @Nullable NodeFilter[] filters = {};
    private long seen;

    /// Drops the verdicts of rows that have changed, and all verdicts if they were given by other
    /// filters.
    ///
    /// @param leading how many of the first filters gave the verdicts
    void validate(@Nullable NodeFilter[] wanted, int leading, NodeTable nodes) {
        ChangeLog touched = nodes.touched;
        if (touched.lapped(seen) || !sameFilters(wanted, leading)) {
            filters = Arrays.copyOf(wanted, leading);
            passing.clear();
            rejected.clear();
        } else {
            for (long at = seen; at < touched.head(); at++) {
                drop(touched.row(at));
            }
        }
        seen = touched.head();
    }

    @SuppressWarnings("ReferenceEquality") // Cached filters are compared by identity.
    private boolean sameFilters(@Nullable NodeFilter[] wanted, int leading) {
        if (filters.length != leading) {
            return false;
        }
        for (int i = 0; i < leading; i++) {
            if (filters[i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private void drop(int row) {
        passing.remove(row);
        for (int i = 0; i < rejected.size(); i++) {
            rejected.get(i).rows().remove(row);
        }
    }

    /// The rows of word `index` that are known to pass.
    long passing(int index) {
        return passing.word(index);
    }

    /// The known rejections.
    List<Rejected> rejected() {
        return rejected;
    }

    void pass(int row) {
        passing.add(row);
    }

    void reject(int row, NodeFilters.NodeRejection why) {
        for (int i = 0; i < rejected.size(); i++) {
            if (rejected.get(i).why().equals(why)) {
                rejected.get(i).rows().add(row);
                return;
            }
        }
        var rows = new MutableNodeSet(64);
        rows.add(row);
        rejected.add(new Rejected(why, rows));
    }
}
