package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.Settings.LeaderElection;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The flags for leader election. They take precedence over the configuration file.
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
                    "schedule only as the leader, so that one of several replicas is active");
    private static final Flag<Duration> LEASE =
            new Flag<>(
                    GROUP,
                    "leader-elect-lease-duration",
                    GoTypes.DURATION,
                    Duration.ofSeconds(15),
                    "time after which other replicas take over from a leader that does not renew"
                            + " its lease");
    private static final Flag<Duration> RENEW =
            new Flag<>(
                    GROUP,
                    "leader-elect-renew-deadline",
                    GoTypes.DURATION,
                    Duration.ofSeconds(10),
                    "time for which the leader keeps trying to renew its lease; must be less than"
                            + " the lease duration");
    private static final Flag<Duration> RETRY =
            new Flag<>(
                    GROUP,
                    "leader-elect-retry-period",
                    GoTypes.DURATION,
                    Duration.ofSeconds(2),
                    "time between two attempts to acquire or renew the lease");
    private static final Flag<String> LOCK =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-lock",
                    GoTypes.STRING,
                    LEASES,
                    "resource that is used for the lease; only leases is supported");
    private static final Flag<String> NAME =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-name",
                    GoTypes.STRING,
                    "kube-scheduler",
                    "name of the lease");
    private static final Flag<String> NAMESPACE =
            new Flag<>(
                    GROUP,
                    "leader-elect-resource-namespace",
                    GoTypes.STRING,
                    "kube-system",
                    "namespace of the lease");

    static final List<Flag<?>> ALL = List.of(ELECT, LEASE, RENEW, RETRY, LOCK, NAME, NAMESPACE);

    private LeaderElectionFlags() {}

    /// The problem of the election settings, if there is one. A configuration file is checked as a
    /// whole elsewhere.
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
