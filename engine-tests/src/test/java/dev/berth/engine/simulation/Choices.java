package dev.berth.engine.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// The random choices of an event sequence: generated from a seed, recorded, and replayed to shrink
/// it.
///
/// Choices beyond the end of a replay are 0, which by convention is the dullest of all.
final class Choices {
    private final SplittableRandom random;
    private final List<Integer> replayed;
    private final boolean replaying;
    private final List<Integer> picked = new ArrayList<>();

    private Choices(SplittableRandom random, List<Integer> replayed, boolean replaying) {
        this.random = random;
        this.replayed = replayed;
        this.replaying = replaying;
    }

    static Choices seeded(long seed) {
        return new Choices(new SplittableRandom(seed), List.of(), false);
    }

    static Choices replay(List<Integer> choices) {
        return new Choices(new SplittableRandom(0), choices, true);
    }

    int below(int bound) {
        int choice = replaying ? next(bound) : random.nextInt(bound);
        picked.add(choice);
        return choice;
    }

    private int next(int bound) {
        return picked.size() < replayed.size()
                ? Math.min(replayed.get(picked.size()), bound - 1)
                : 0;
    }

    int between(int least, int max) {
        return least + below(max - least + 1);
    }

    boolean percent(int chance) {
        // Read from the other end, so that 0 means no.
        return below(100) >= 100 - chance;
    }

    List<Integer> picked() {
        return List.copyOf(picked);
    }

    /// The same without the choices from `from` to `to`.
    static List<Integer> without(List<Integer> choices, int from, int to) {
        var shorter = new ArrayList<>(choices.subList(0, from));
        shorter.addAll(choices.subList(to, choices.size()));
        return shorter;
    }
}
