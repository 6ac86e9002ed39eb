package dev.berth.kube.event;

import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Generates names for events: the name of the regarding object and a timestamp, or a random UUID
/// if that is not a valid name.
final class EventNames {
    private static final int MAX_LENGTH = 253;
    private static final Pattern VALID =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*+");

    private final RandomGenerator random;
    private long last;

    EventNames(RandomGenerator random) {
        this.random = random;
    }

    /// Returns a name that is unique for this recorder, even if the clock does not advance between
    /// two calls.
    String name(String object, Instant now) {
        last = Math.max(now.getEpochSecond() * 1_000_000_000L + now.getNano(), last + 1);
        String name = object + "." + Long.toHexString(last);
        return name.length() <= MAX_LENGTH && VALID.matcher(name).matches() ? name : uuid();
    }

    private String uuid() {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & ~(3L << 62) | 1L << 63;
        return new UUID(high, low).toString();
    }
}
