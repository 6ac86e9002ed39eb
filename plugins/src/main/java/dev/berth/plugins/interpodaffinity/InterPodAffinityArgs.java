package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.Problems;

/// Arguments of [InterPodAffinity].
///
/// @param hardPodAffinityWeight what a required affinity term of a running pod adds to the score of
///   a pod that it means; 0 turns that off
/// @param ignorePreferredTermsOfExistingPods score only pods that have preferred terms themselves
public record InterPodAffinityArgs(
        int hardPodAffinityWeight, boolean ignorePreferredTermsOfExistingPods) {
    public static final InterPodAffinityArgs DEFAULT = new InterPodAffinityArgs(1, false);

    void check(Problems out) {
        if (hardPodAffinityWeight < 0 || hardPodAffinityWeight > 100) {
            out.add("hardPodAffinityWeight", hardPodAffinityWeight, "not in valid range [0, 100]");
        }
    }
}
