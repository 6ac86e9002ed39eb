package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bench.PairedComparison.Ratio;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class PairedComparisonTest {
    private static double[] upTo(int count) {
        return IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray();
    }

    @Test
    void theIntervalOfTwentyPairsIsFromTheSixthToTheFifteenth() {
        assertThat(Ratio.of(upTo(20))).isEqualTo(new Ratio(6, 10.5, 15));
    }

    @Test
    void theIntervalOfFewPairsIsTheCompleteRange() {
        assertThat(Ratio.of(upTo(1))).isEqualTo(new Ratio(1, 1, 1));
        assertThat(Ratio.of(upTo(5))).isEqualTo(new Ratio(1, 3, 5));
    }

    @Test
    void theIntervalOfSixPairsIsTheCompleteRangeAndOfNineTheSecondToTheEighth() {
        assertThat(Ratio.of(upTo(6))).isEqualTo(new Ratio(1, 3.5, 6));
        assertThat(Ratio.of(upTo(9))).isEqualTo(new Ratio(2, 5, 8));
    }

    @Test
    void theRatioIsThatOfThisCheckoutToTheOther() {
        var comparison =
                new PairedComparison(
                        Workloads.all().getFirst(),
                        List.of(
                                new PairedComparison.Pair(100, 90),
                                new PairedComparison.Pair(200, 190),
                                new PairedComparison.Pair(100, 120)));
        assertThat(comparison.ratio()).isEqualTo(new Ratio(0.9, 0.95, 1.2));
        assertThat(comparison.table("other")).contains("0.950 (95 % interval 0.900 to 1.200)");
    }
}
