package dev.berth.kube.reflector;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait between tries that fail: ever longer, and never all at the same moment.
// Parity: client-go's reflectors wait 0.8 s first, twice as long each time, 30 s at most.
final class RetryDelays {
    private static final Duration FIRST = Duration.ofMillis(800);
    private static final Duration MAX_LENGTH = Duration.ofSeconds(30);

    private final RandomGenerator random;
    private Duration next = FIRST;

    RetryDelays(RandomGenerator random) {
        this.random = random;
    }

    Duration next() {
        Duration delay = next.plusMillis((long) (next.toMillis() * random.nextDouble()));
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(MAX_LENGTH) > 0 ? MAX_LENGTH : doubled;
        return delay;
    }

    void reset() {
        next = FIRST;
    }
}
