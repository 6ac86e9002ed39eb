package dev.berth.app.process;

import dev.berth.engine.port.Clock;
import dev.berth.kube.lease.LeaderElection;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether this replica leads, and whether the process is stopping. Any thread may call it.
final class Leadership {
    /// The time without a renewal after which the health check of a leader fails.
    private static final long TIMEOUT = Duration.ofSeconds(20).toNanos();

    private final Clock clock;
    private @Nullable LeaderElection election;
    private volatile boolean leads;
    private volatile String leader = "";
    private volatile boolean ending;

    Leadership(Clock clock) {
        this.clock = clock;
    }

    /// An election decides; without one, this replica leads.
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

    /// A leader is known now, this replica or another.
    void ledBy(String identity) {
        leader = identity;
    }

    /// The identity of the leader if this replica stands by; an empty identity if there is no
    /// leader.
    Optional<String> otherLeader() {
        return election == null || leads ? Optional.empty() : Optional.of(leader);
    }

    boolean leads() {
        return leads;
    }

    /// Whether a write may be sent.
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

    /// The problem of the election, if there is one: a leader that could not renew for long should
    /// have stopped.
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
