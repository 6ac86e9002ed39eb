package dev.berth.engine.cycle;

import dev.berth.engine.state.NodeTable;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// Takes a sample of the feasible nodes. Each pod's sample starts where the last one ended.
///
/// kube-scheduler stops filtering when it has enough nodes, to save time. Here an unset or zero
/// `percentageOfNodesToScore` means every node. With 1 to 99, the first K feasible nodes in
/// rotation are taken, and the start moves as if the search had stopped there.
final class NodeSampling {
    private static final int ALWAYS_ENOUGH = 100;

    private final NodeTable nodes;

    /// The position in the visiting order at which the next search starts (kube-scheduler:
    /// `nextStartNodeIndex`).
    private int nextStart;

    NodeSampling(NodeTable nodes) {
        this.nodes = nodes;
    }

    /// A cycle begins.
    void begin(Attempt attempt) {
        if (samples(attempt)) {
            // Parity: the order is that of the cycle's start even where this pod does not need it.
            nodes.visitingOrder();
        }
    }

    /// Whether the attempt takes a sample of the nodes.
    private static boolean samples(Attempt attempt) {
        // Differs: an unset percentage examines every node, see docs/parity.md.
        int percentage = attempt.profile().percentageOfNodesToScore();
        return stopsAtFirstNode(attempt) || percentage > 0 && percentage < 100;
    }

    /// Whether no plugin and no extender scores nodes.
    private static boolean stopsAtFirstNode(Attempt attempt) {
        return attempt.profile().scores().isEmpty() && !attempt.extenders().choose();
    }

    /// Reduces the candidates to the wanted number in visiting order; true if any was removed.
    ///
    /// @param allowed the rows that PreFilter allows, or null for all
    /// @param nominated the row of the nominated node, which was rejected; -1 if there is none
    boolean sample(
            Attempt attempt, @Nullable NodeSet allowed, int nominated, MutableNodeSet candidates) {
        if (!samples(attempt)) {
            if (allowed != null) {
                boolean met = nominated < 0 || allowed.contains(nominated);
                advanceStartNode(allowed.size(), met);
            }
            return false;
        }
        int percentage = attempt.profile().percentageOfNodesToScore();
        int[] order = nodes.visitingOrder();
        if (allowed != null) {
            order = Arrays.stream(order).filter(allowed::contains).toArray();
        }
        int wanted =
                stopsAtFirstNode(attempt)
                        ? 1
                        : wanted(order.length, percentage == 0 ? 100 : percentage);
        var taken = new MutableNodeSet(nodes.rows());
        boolean met = nominated < 0;
        int found = 0;
        int processed = 0;
        for (int i = 0; i < order.length; i++) {
            int row = order[(nextStart + i) % order.length];
            if (candidates.contains(row)) {
                if (found == wanted) {
                    break;
                }
                found++;
                taken.add(row);
            }
            processed++;
            met |= row == nominated;
        }
        advanceStartNode(processed, met);
        boolean cut = found < candidates.size();
        candidates.setTo(taken);
        return cut;
    }

    /// The next search starts where this one stopped.
    ///
    /// @param met whether the nominated node, if there is one, is among the processed nodes
    private void advanceStartNode(int processed, boolean met) {
        // Parity: findNodesThatPassFilters counts the nominated node, which was tried first, among
        // the processed nodes if it was rejected and not visited again. The start moves over all
        // nodes, even if PreFilter allows only some.
        nextStart = (nextStart + processed + (met ? 0 : 1)) % nodes.count();
    }

    /// The number of feasible nodes to find among `count` nodes.
    static int wanted(int count, int percentage) {
        if (count < ALWAYS_ENOUGH) {
            return count;
        }
        return Math.max(ALWAYS_ENOUGH, count * percentage / 100);
    }
}
