package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.Problems;

/// Arguments of [InterPodAffinity].
///
/// @param hardPodAffinityWeight the weight of a required affinity term of an assigned pod for a pod
///   that it selects; 0 disables this
/// @param ignorePreferredTermsOfExistingPods whether only pods with preferred terms of their own
///   are scored
public record InterPodAffinityArgs(
        int hardPodAffinityWeight, boolean ignorePreferredTermsOfExistingPods) {
    public static final InterPodAffinityArgs DEFAULT = new InterPodAffinityArgs(1, false);

    void check(Problems out) {
        if (hardPodAffinityWeight < 0 || hardPodAffinityWeight > 100) {
            out.add("hardPodAffinityWeight", hardPodAffinityWeight, "not in valid range [0, 100]");
        }
    }
}
