package dev.berth.engine.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.SplittableRandom;

/// What [ScoreRange] adds in loops over all rows is what [NormalizeScore.ByRange] says row by row.
class RangeTest {
    private static final long SEED = Long.getLong("test.seed", 1);

    private static final List<NormalizeScore.Formula> FORMULAS =
            List.of(
                    (score, lowest, highest) ->
                            highest == lowest ? 7 : 100 * (score - lowest) / (highest - lowest),
                    (score, lowest, highest) -> Math.floorMod(score, 100),
                    // Knows no odd numbers, so that not every value can be tabulated.
                    (score, lowest, highest) -> {
                        if (score % 2 != 0) {
                            throw new IllegalArgumentException("odd: " + score);
                        }
                        return Math.floorMod(score, 100);
                    });

    @Test
    void addsWhatEveryRowIsWorth() {
        for (long seed = SEED; seed < SEED + 3_000; seed++) {
            var random = new SplittableRandom(seed);
            int rows = 1 + random.nextInt(200);
            long spread = random.nextInt(5) == 0 ? 10_000 : 1 + random.nextInt(20);
            NormalizeScore.Formula formula = FORMULAS.get(random.nextInt(FORMULAS.size()));
            var given = new Scores(rows);
            var expected = new Scores(rows);
            var feasible = new MutableNodeSet(rows);
            var leftOut = new MutableNodeSet(rows);
            for (int row = 0; row < rows; row++) {
                long score = 2 * random.nextLong(-spread, spread);
                given.set(row, score);
                expected.set(row, score);
                feasible.put(row, random.nextInt(4) > 0);
                leftOut.put(row, random.nextInt(10) == 0);
            }
            var byRange = (NormalizeScore.ByRange) NormalizeScore.byRange(formula, leftOut);
            long[] totals = new long[rows];
            var range = new ScoreRange();
            range.add(byRange, given, feasible, rows, totals, score -> 3 * score);
            byRange.apply(feasible, expected);
            int first = feasible.next(0);
            for (int row = first; row >= 0; row = feasible.next(row + 1)) {
                // What is equal for all rows may be left out, so only differences count.
                assertThat(totals[row] - totals[first])
                        .as("seed %d row %d", seed, row)
                        .isEqualTo(3 * (expected.get(row) - expected.get(first)));
            }
        }
    }
}
