package dev.berth.kube.lease;

import dev.berth.model.GoDuration;

import java.time.Duration;
import java.util.UUID;

/// The lease of a leader election, the identity of this process, and the timing.
///
/// @param identity the identity in the lease, which must be unique for each process
/// @param leaseDuration how long candidates wait after the last observed renewal before they
///   acquire the lease
/// @param renewDeadline how long a leader retries a renewal before it gives up
/// @param retryPeriod how long to wait between attempts
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

    /// Returns the identity of a process on a host.
    public static String identity(String host, UUID process) {
        return host + "_" + process;
    }

    /// The timeout of one request.
    Duration requestTimeout() {
        Duration half = renewDeadline.dividedBy(2);
        return half.compareTo(LEAST_TIMEOUT) < 0 ? LEAST_TIMEOUT : half;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
