package dev.berth.kube.lease;

import dev.berth.model.GoDuration;

import java.time.Duration;
import java.util.UUID;

/// Which lease, who we are, and how patient everybody is.
///
/// @param identity what we are called in the lease; no two processes may share it
/// @param leaseDuration how long others wait after a renewal before they take over
/// @param renewDeadline how long a leader goes on trying to renew
/// @param retryPeriod how long to wait between tries
public record LeaseSettings(
        String namespace,
        String name,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    static final double JITTER = 1.2;
    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);

    public LeaseSettings {
        if (identity.isEmpty()) {
            throw new IllegalArgumentException("identity must not be empty");
        }
        if (retryPeriod.toNanos() <= 0) {
            throw new IllegalArgumentException("retryPeriod must be greater than zero");
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException(
                    "leaseDuration must be greater than renewDeadline, was "
                            + GoDuration.text(leaseDuration)
                            + " and "
                            + GoDuration.text(renewDeadline));
        }
        if (renewDeadline.toNanos() <= (long) (JITTER * retryPeriod.toNanos())) {
            throw new IllegalArgumentException(
                    "renewDeadline must be greater than 1.2 times retryPeriod, was "
                            + GoDuration.text(renewDeadline)
                            + " and "
                            + GoDuration.text(retryPeriod));
        }
    }

    /// The name of a process on a host.
    public static String identity(String host, UUID process) {
        return host + "_" + process;
    }

    /// How long one request may take.
    Duration requestTimeout() {
        Duration half = renewDeadline.dividedBy(2);
        return half.compareTo(LEAST_TIMEOUT) < 0 ? LEAST_TIMEOUT : half;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
