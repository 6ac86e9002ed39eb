package dev.berth.it.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// The choices a history is made of: drawn from a seed, remembered, and replayed when it is shrunk.
///
/// Choices beyond the end of a replay are 0, which by convention is the dullest of all.
final class Choices {
    private final SplittableRandom random;
    private final int[] replayed;
    private final boolean replaying;
    private final List<Integer> drawn = new ArrayList<>();

    private Choices(SplittableRandom random, int[] replayed, boolean replaying) {
        this.random = random;
        this.replayed = replayed;
        this.replaying = replaying;
    }

    static Choices seeded(long seed) {
        return new Choices(new SplittableRandom(seed), new int[0], false);
    }

    static Choices replay(int[] choices) {
        return new Choices(new SplittableRandom(0), choices, true);
    }

    int below(int bound) {
        int choice = replaying ? next(bound) : random.nextInt(bound);
        drawn.add(choice);
        return choice;
    }

    private int next(int bound) {
        return drawn.size() < replayed.length ? Math.min(replayed[drawn.size()], bound - 1) : 0;
    }

    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    boolean percent(int chance) {
        // Read from the other end, so that 0 means no.
        return below(100) >= 100 - chance;
    }

    int[] drawn() {
        return drawn.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The same without the choices from `from` to `to`.
    static int[] without(int[] choices, int from, int to) {
        int[] shorter = Arrays.copyOf(choices, choices.length - (to - from));
        System.arraycopy(choices, to, shorter, from, choices.length - to);
        return shorter;
    }
}
