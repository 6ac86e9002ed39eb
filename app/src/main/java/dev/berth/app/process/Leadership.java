package dev.berth.app.process;

import dev.berth.engine.port.Clock;
import dev.berth.kube.lease.LeaderElection;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether this replica leads, and whether the process is about to end. Any thread may ask.
final class Leadership {
    /// How long a leader may be without a lease before somebody restarts it.
    private static final long TIMEOUT = Duration.ofSeconds(20).toNanos();

    private final Clock clock;
    private @Nullable LeaderElection election;
    private volatile boolean leads;
    private volatile String leader = "";
    private volatile boolean ending;

    Leadership(Clock clock) {
        this.clock = clock;
    }

    /// It is decided by an election, not by default.
    void decidedBy(LeaderElection election) {
        this.election = election;
    }

    boolean elects() {
        return election != null;
    }

    void started() {
        leads = true;
    }

    void stopped() {
        leads = false;
    }

    /// Somebody leads now, this one or another.
    void ledBy(String identity) {
        leader = identity;
    }

    /// Who leads instead of this one, if it stands by; the empty name while nobody does.
    Optional<String> otherLeader() {
        return election == null || leads ? Optional.empty() : Optional.of(leader);
    }

    boolean leads() {
        return leads;
    }

    /// Whether a write may be sent now.
    boolean mayWrite() {
        LeaderElection decides = election;
        return decides == null ? leads : decides.mayWrite();
    }

    void end() {
        ending = true;
    }

    boolean ending() {
        return ending;
    }

    /// What is wrong with the election: a leader that could not renew for long should have ended.
    Optional<String> failure() {
        LeaderElection decides = election;
        if (decides == null || !leads || mayWrite()) {
            return Optional.empty();
        }
        OptionalLong until = decides.mayWriteUntilNanos();
        return until.isPresent() && clock.nowNanos() - until.getAsLong() > TIMEOUT
                ? Optional.of("failed election to renew leadership on lease")
                : Optional.empty();
    }
}
