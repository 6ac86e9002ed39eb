package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// Takes a sample of the feasible nodes, going round the cluster from pod to pod.
///
/// Upstream stops filtering at a sample to save time. We need not: an unset or zero
/// `percentageOfNodesToScore` means every node here; with 1 to 99 the first K feasible nodes in
/// rotation are taken and the start moves on as if the search had stopped there.
final class NodeSampling {
    private static final int ALWAYS_ENOUGH = 100;

    private final NodeTable nodes;
    private final boolean extended;
    private int nextStart;

    /// @param extended whether extenders choose among the nodes too
    NodeSampling(NodeTable nodes, boolean extended) {
        this.nodes = nodes;
        this.extended = extended;
    }

    /// A cycle begins.
    void begin(Profile profile) {
        if (samples(profile)) {
            // Parity: the order is that of the cycle's start even where this pod does not need it.
            nodes.visitingOrder();
        }
    }

    /// Whether a share of the nodes is enough for the pods of a profile.
    private boolean samples(Profile profile) {
        // Differs: an unset percentage examines every node, see docs/parity.md.
        int percentage = profile.percentageOfNodesToScore();
        return firstWins(profile) || percentage > 0 && percentage < 100;
    }

    /// Whether nobody prefers one feasible node to another.
    private boolean firstWins(Profile profile) {
        return profile.scores().isEmpty() && !extended;
    }

    /// Cuts the candidates down to the wanted number in visiting order; true when any was cut.
    ///
    /// @param inQuestion the only rows that come into question, or null for all
    /// @param nominated the row of the nominated node, which was rejected; -1 if there is none
    boolean sample(
            Profile profile,
            @Nullable NodeSet inQuestion,
            int nominated,
            MutableNodeSet candidates) {
        if (!samples(profile)) {
            if (inQuestion != null) {
                boolean met = nominated < 0 || inQuestion.contains(nominated);
                moveOn(inQuestion.size(), met);
            }
            return false;
        }
        int percentage = profile.percentageOfNodesToScore();
        int[] order = nodes.visitingOrder();
        if (inQuestion != null) {
            order = Arrays.stream(order).filter(inQuestion::contains).toArray();
        }
        int wanted =
                firstWins(profile) ? 1 : wanted(order.length, percentage == 0 ? 100 : percentage);
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
        moveOn(processed, met);
        boolean cut = found < candidates.size();
        candidates.setTo(taken);
        return cut;
    }

    /// The next search starts where this one stopped.
    ///
    /// @param met whether the nominated node, if there is one, is among the processed nodes
    private void moveOn(int processed, boolean met) {
        // Parity: the nominated node was tried first; rejected and not met again, it counts. And
        // the start moves over all nodes, however few came into question.
        nextStart = (nextStart + processed + (met ? 0 : 1)) % nodes.count();
    }

    /// How many feasible nodes are enough among `count`.
    static int wanted(int count, int percentage) {
        if (count < ALWAYS_ENOUGH) {
            return count;
        }
        return Math.max(ALWAYS_ENOUGH, count * percentage / 100);
    }
}
