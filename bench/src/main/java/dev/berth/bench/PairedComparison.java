package dev.berth.bench;

import dev.berth.model.json.Json;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Compares the speed of a workload with that of another checkout, or without traces, by pairs of
/// runs.
///
/// @param pairs the pods per second of CPU time, of both
record PairedComparison(Workload workload, List<Pair> pairs) {
    /// Two runs with the same seed, one directly after the other.
    record Pair(double other, double here) {
        double ratio() {
            return here / other;
        }
    }

    /// The median of the ratios with its 95 % confidence interval.
    record Ratio(double low, double median, double high) {
        /// The interval consists of two order statistics, so it makes no assumption about the
        /// distribution. It is the complete range if there are fewer than six pairs.
        static Ratio of(double[] ratios) {
            double[] sorted = ratios.clone();
            Arrays.sort(sorted);
            int count = sorted.length;
            int cut = cut(count);
            double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
            return new Ratio(sorted[cut], median, sorted[count - 1 - cut]);
        }

        /// The number of values to leave out at each end: the largest number for which the median
        /// is outside of the rest with a probability of at most 2.5 % on each side.
        private static int cut(int count) {
            double probability = Math.pow(0.5, count);
            double below = probability;
            int cut = 0;
            while (below <= 0.025) {
                probability *= (double) (count - cut) / (cut + 1);
                below += probability;
                cut++;
            }
            return Math.max(0, cut - 1);
        }
    }

    Ratio ratio() {
        return Ratio.of(pairs.stream().mapToDouble(Pair::ratio).toArray());
    }

    private double medianHere() {
        return Ratio.of(pairs.stream().mapToDouble(Pair::here).toArray()).median();
    }

    private double medianOther() {
        return Ratio.of(pairs.stream().mapToDouble(Pair::other).toArray()).median();
    }

    /// @param base the name of what the workload is compared with
    String table(String base) {
        Ratio ratio = ratio();
        return String.format(
                Locale.ROOT,
                """
                %s: %d nodes, %d pods before, %d pods measured; %d pairs of runs
                  %-20s %,.0f
                  pods/cpu s, here     %,.0f
                  ratio                %.3f (95 %% interval %.3f to %.3f)\
                """,
                workload.name(),
                workload.size().nodes(),
                workload.size().init(),
                workload.size().pods(),
                pairs.size(),
                "pods/cpu s, " + base,
                medianOther(),
                medianHere(),
                ratio.median(),
                ratio.low(),
                ratio.high());
    }

    /// @param base the name of what the workload is compared with
    Json.Obj json(String base) {
        Ratio ratio = ratio();
        return Json.Obj.builder()
                .put("workload", workload.name())
                .put("nodes", workload.size().nodes())
                .put("init", workload.size().init())
                .put("pods", workload.size().pods())
                .put("pairs", pairs.size())
                .put(base + "PodsPerCpuSecond", Math.round(medianOther()))
                .put("podsPerCpuSecond", Math.round(medianHere()))
                .put("ratio", decimal(ratio.median()))
                .put("ratioLow", decimal(ratio.low()))
                .put("ratioHigh", decimal(ratio.high()))
                .build();
    }

    private static Json decimal(double value) {
        return new Json.Num(String.format(Locale.ROOT, "%.3f", value));
    }
}
