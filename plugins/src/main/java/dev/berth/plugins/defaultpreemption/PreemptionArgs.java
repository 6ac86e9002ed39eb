package dev.berth.plugins.defaultpreemption;

import dev.berth.spi.Problems;

/// Arguments of [DefaultPreemption]: the number of candidates after which the search stops, as a
/// percentage of the candidate nodes and as a minimum.
public record PreemptionArgs(int minCandidateNodesPercentage, int minCandidateNodesAbsolute) {
    public static final PreemptionArgs DEFAULT = new PreemptionArgs(10, 100);

    private static final String PERCENTAGE = "minCandidateNodesPercentage";
    private static final String ABSOLUTE = "minCandidateNodesAbsolute";

    void check(Problems out) {
        if (minCandidateNodesPercentage < 0 || minCandidateNodesPercentage > 100) {
            out.add(PERCENTAGE, minCandidateNodesPercentage, "not in valid range [0, 100]");
        }
        if (minCandidateNodesAbsolute < 0) {
            out.add(ABSOLUTE, minCandidateNodesAbsolute, "not in valid range [0, inf)");
        }
        if (minCandidateNodesPercentage == 0 && minCandidateNodesAbsolute == 0) {
            out.add(PERCENTAGE, 0, "cannot be zero at the same time as " + ABSOLUTE);
            out.add(ABSOLUTE, 0, "cannot be zero at the same time as " + PERCENTAGE);
        }
    }

    /// The number of candidates at which the search stops.
    int enough(int nodes) {
        // Parity: calculateNumCandidates can overflow in this product.
        int part = nodes * minCandidateNodesPercentage / 100;
        return Math.min(nodes, Math.max(part, minCandidateNodesAbsolute));
    }
}
