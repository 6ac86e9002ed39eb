package dev.berth.kube.reflector;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// The delays between retries: exponential, with jitter. client-go: `NewReflector`'s backoff
/// manager.
// Parity: NewReflector begins at 0.8 s, doubles each time, and waits 30 s at most.
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
