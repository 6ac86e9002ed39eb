package dev.berth.bench;

import dev.berth.model.json.Json;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Compares the speed of a workload with and without a client of the dashboard.
record WatchedComparison(
        Workload workload, List<Measurement.Result> alone, List<Measurement.Result> watched) {
    private static double median(List<Measurement.Result> runs) {
        double[] sorted =
                runs.stream().mapToDouble(Measurement.Result::podsPerSecond).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /// The median ratio of the pairs. Other load on the machine affects both runs of a pair.
    private double share() {
        double[] shares = new double[watched.size()];
        for (int pair = 0; pair < shares.length; pair++) {
            shares[pair] = watched.get(pair).podsPerSecond() / alone.get(pair).podsPerSecond();
        }
        Arrays.sort(shares);
        return shares[shares.length / 2];
    }

    String table() {
        return String.format(
                Locale.ROOT,
                """
                %s: %d nodes, %d pods before, %d pods measured; medians of %d pairs of runs
                  pods/s           %,.0f
                  pods/s, watched  %,.0f
                  share            %.1f %%\
                """,
                workload.name(),
                workload.size().nodes(),
                workload.size().init(),
                workload.size().pods(),
                watched.size(),
                median(alone),
                median(watched),
                share() * 100);
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .put("workload", workload.name())
                .put("nodes", workload.size().nodes())
                .put("init", workload.size().init())
                .put("pods", workload.size().pods())
                .put("pairs", watched.size())
                .put("podsPerSecond", Math.round(median(alone)))
                .put("watchedPodsPerSecond", Math.round(median(watched)))
                .put("share", new Json.Num(String.format(Locale.ROOT, "%.3f", share())))
                .build();
    }
}
