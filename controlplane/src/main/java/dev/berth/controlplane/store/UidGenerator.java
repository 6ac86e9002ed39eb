package dev.berth.controlplane.store;

import java.util.SplittableRandom;
import java.util.UUID;

/// Generates UIDs and the suffixes of generated names. They are pseudo-random, and determined by
/// the seed.
final class UidGenerator {
    // Parity: `rand.String`. The alphabet has no vowels and no similar characters, so that no words
    // result.
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final int MAX_BASE = 63 - SUFFIX;

    private final SplittableRandom uids;
    private final SplittableRandom names;

    UidGenerator(long seed) {
        this.uids = new SplittableRandom(seed);
        this.names = uids.split();
    }

    String uid() {
        long high = (uids.nextLong() & ~0xF000L) | 0x4000L;
        long low = (uids.nextLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(high, low).toString();
    }

    String name(String base) {
        var name = new StringBuilder(base.length() > MAX_BASE ? base.substring(0, MAX_BASE) : base);
        for (int i = 0; i < SUFFIX; i++) {
            name.append(LETTERS.charAt(names.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
