package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.Settings.LeaderElection;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How one of several replicas is chosen; what is given counts more than what a file says.
public final class LeaderElectionFlags {
    private static final String GROUP = "leader election";
    private static final String LEASES = "leases";
    private static final Set<String> REMOVED_LOCKS =
            Set.of("endpoints", "configmaps", "endpointsleases", "configmapsleases");

    private static final Flag<Boolean> ELECT =
            new Flag<>(
                    GROUP,
                    "leader-elect",
                    GoTypes.BOOL,
                    true,
                    "schedule only while leading, of several replicas one at a time");
    private static final Flag<Duration> LEASE =
            new Flag<>(
                    GROUP,
                    "leader-elect-lease-duration",
                    GoTypes.DURATION,
                    Duration.ofSeconds(15),
                    "how long others wait for a leader that is silent");
    private static final Flag<Duration> RENEW =
            new Flag<>(
                    GROUP,
                    "leader-elect-renew-deadline",
                    GoTypes.DURATION,
                    Duration.ofSeconds(10),
                    "how long a leader tries to stay it; less than the lease");
    private static final Flag<Duration> RETRY =
            new Flag<>(
                    GROUP,
                    "leader-elect-retry-period",
                    GoTypes.DURATION,
                    Duration.ofSeconds(2),
                    "the time between two tries");
    private static final Flag<String> LOCK =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-lock",
                    GoTypes.STRING,
                    LEASES,
                    "the kind of the object that says who leads; there is no other");
    private static final Flag<String> NAME =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-name",
                    GoTypes.STRING,
                    "kube-scheduler",
                    "its name");
    private static final Flag<String> NAMESPACE =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-namespace",
                    GoTypes.STRING,
                    "kube-system",
                    "its namespace");

    static final List<Flag<?>> ALL = List.of(ELECT, LEASE, RENEW, RETRY, LOCK, NAME, NAMESPACE);

    private LeaderElectionFlags() {}

    /// Why there can be no election like this. With a file it is checked with all the rest.
    public static Optional<String> problem(LeaderElection wanted) {
        if (!wanted.leaderElect() || wanted.resourceLock().equals(LEASES)) {
            return Optional.empty();
        }
        String lock = wanted.resourceLock();
        String why =
                REMOVED_LOCKS.contains(lock)
                        ? lock + " lock is removed, migrate to " + LEASES
                        : "Invalid lock-type " + lock;
        return Optional.of(
                "couldn't create resource lock: %s; --%s takes %s only"
                        .formatted(why, LOCK.name(), LEASES));
    }

    static LeaderElection applied(LeaderElection written, FlagValues values) {
        return new LeaderElection(
                values.given(ELECT).orElse(written.leaderElect()),
                values.given(LEASE).orElse(written.leaseDuration()),
                values.given(RENEW).orElse(written.renewDeadline()),
                values.given(RETRY).orElse(written.retryPeriod()),
                values.given(LOCK).orElse(written.resourceLock()),
                values.given(NAME).orElse(written.resourceName()),
                values.given(NAMESPACE).orElse(written.resourceNamespace()));
    }
}
