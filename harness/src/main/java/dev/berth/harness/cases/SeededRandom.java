package dev.berth.harness.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A random generator with a seed.
final class SeededRandom {
    private final SplittableRandom random;

    SeededRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /// The generator of one case. Each case has its own, so it can be generated independently.
    static SeededRandom of(String family, long seed, long index) {
        long mixed = seed;
        for (int i = 0; i < family.length(); i++) {
            mixed = mixed * 31 + family.charAt(i);
        }
        return new SeededRandom(
                new SplittableRandom(mixed).nextLong() ^ index * 0x9E3779B97F4A7C15L);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /// Any number from `least` to `max`, both inclusive.
    int between(int least, int max) {
        return least + random.nextInt(max - least + 1);
    }

    long between(long least, long max) {
        return random.nextLong(least, max + 1);
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    long amount(long... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// This number of different elements in any order, or all of them if there are fewer.
    <T> List<T> some(List<T> from, int count) {
        var left = new ArrayList<>(from);
        var taken = new ArrayList<T>();
        while (taken.size() < count && !left.isEmpty()) {
            taken.add(left.remove(random.nextInt(left.size())));
        }
        return taken;
    }

    /// A small number, mostly `least`; each further one is half as likely.
    int few(int least, int max) {
        int count = least;
        while (count < max && random.nextBoolean()) {
            count++;
        }
        return count;
    }
}
