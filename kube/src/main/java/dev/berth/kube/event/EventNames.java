package dev.berth.kube.event;

import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Names of events: the object's and the time, or chance where that is no name.
final class EventNames {
    private static final int MAX_LENGTH = 253;
    private static final Pattern VALID =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*+");

    private final RandomGenerator chance;
    private long last;

    EventNames(RandomGenerator chance) {
        this.chance = chance;
    }

    /// Two events of one object never have one name, however coarse the clock.
    String name(String object, Instant now) {
        last = Math.max(now.getEpochSecond() * 1_000_000_000L + now.getNano(), last + 1);
        String name = object + "." + Long.toHexString(last);
        return name.length() <= MAX_LENGTH && VALID.matcher(name).matches() ? name : uuid();
    }

    private String uuid() {
        long high = chance.nextLong() & ~0xF000L | 0x4000L;
        long low = chance.nextLong() & ~(3L << 62) | 1L << 63;
        return new UUID(high, low).toString();
    }
}
