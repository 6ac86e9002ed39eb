package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.Domains;

import java.util.Arrays;

/// The score of each domain of one topology key for a pod.
///
/// An instance is created once per topology key and filled again in every cycle.
final class DomainScores {
    private final Domains domains;
    private long[] byDomain = {};

    DomainScores(Domains domains) {
        this.domains = domains;
    }

    /// Sets all scores to 0.
    void clear() {
        if (byDomain.length < domains.limit()) {
            byDomain = new long[Math.max(domains.limit(), byDomain.length * 2)];
        } else {
            Arrays.fill(byDomain, 0);
        }
    }

    Domains domains() {
        return domains;
    }

    /// The scores, indexed by domain.
    long[] byDomain() {
        return byDomain;
    }

    long of(int row) {
        int domain = domains.of(row);
        return domain < 0 ? 0 : byDomain[domain];
    }
}
