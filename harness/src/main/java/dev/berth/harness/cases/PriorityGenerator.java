package dev.berth.harness.cases;

import java.util.List;

/// Generates priorities. If they are a theme, they come from few levels, so that equal priorities
/// are frequent, and most pending pods have a higher priority than the running pods.
final class PriorityGenerator {
    static final long LOWEST = Integer.MIN_VALUE;

    /// In the sum of priorities, two pods at the second level count as much as one at zero, and
    /// pods at the lowest level count nothing.
    private static final List<Long> ENDS =
            List.of(
                    LOWEST,
                    LOWEST / 2,
                    LOWEST + 1,
                    -1L,
                    0L,
                    1L,
                    2_000_001_000L,
                    Integer.MAX_VALUE - 1L,
                    (long) Integer.MAX_VALUE);

    private static final List<Long> DEFAULTS =
            List.of(-10L, -5L, 0L, 1L, 10L, 100L, 1000L, 1_000_000_000L, 2_000_000_000L);

    private final SeededRandom random;

    /// The levels, lowest first; empty if priorities are not a theme.
    private final List<Long> levels;

    private final boolean limits;

    PriorityGenerator(CaseDraft draft) {
        this.random = draft.random;
        this.limits = draft.limits;
        if (draft.has(CaseTheme.PRIORITIES)) {
            boolean ends = limits || random.chance(25);
            int count = random.chance(4) ? 1 : random.between(2, 4);
            this.levels = random.some(ends ? ENDS : DEFAULTS, count).stream().sorted().toList();
        } else {
            this.levels = List.of();
        }
    }

    long ofRunning() {
        if (levels.isEmpty()) {
            return limits
                    ? random.amount(0L, LOWEST, 2_000_001_000L, Integer.MAX_VALUE)
                    : random.amount(0L, 0L, 0L, 10L, 10L, -5L, 1000L);
        }
        boolean low = levels.size() > 1 && !random.chance(8);
        return levels.get(random.few(0, levels.size() - (low ? 2 : 1)));
    }

    long ofPending() {
        if (levels.isEmpty()) {
            return limits
                    ? random.amount(0L, LOWEST, 2_000_001_000L, Integer.MAX_VALUE)
                    : random.amount(0L, 0L, 0L, 10L, 10L, 100L, 1000L, -5L);
        }
        return random.chance(75) ? levels.getLast() : random.oneOf(levels);
    }

    /// The priority of a pod with a nominated node: any priority, or one above all others.
    long ofBystander() {
        if (levels.isEmpty()) {
            return ofPending();
        }
        return random.chance(20)
                ? Math.min(Integer.MAX_VALUE, levels.getLast() + 1)
                : random.oneOf(levels);
    }
}
