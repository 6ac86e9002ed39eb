package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.Domains;

import java.util.Arrays;

/// What being in each domain of one topology is worth to a pod.
///
/// Made once per topology and filled anew in every cycle.
final class DomainScores {
    private final Domains domains;
    private long[] byDomain = {};

    DomainScores(Domains domains) {
        this.domains = domains;
    }

    /// Nothing is worth anything.
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

    /// One number for each domain.
    long[] byDomain() {
        return byDomain;
    }

    long of(int row) {
        int domain = domains.of(row);
        return domain < 0 ? 0 : byDomain[domain];
    }
}
