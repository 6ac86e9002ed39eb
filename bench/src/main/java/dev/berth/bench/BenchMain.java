package dev.berth.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The entry point of `berth bench`.
public final class BenchMain {
    private static final int WARM_UPS = 2;
    private static final double WARM_UP_SECONDS = 1;
    private static final int LEAST_RUNS = 3;
    private static final int LEAST_PAIRS = 7;
    private static final int MAX_RUNS = 10_000;
    private static final double LEAST_SECONDS = 5;

    private BenchMain() {}

    public static void main(String[] args) {
        Options options;
        try {
            options = Options.parse(List.of(args));
        } catch (IllegalArgumentException problem) {
            System.err.println("berth bench: " + problem.getMessage());
            System.exit(2);
            return;
        }
        if (!options.text().isEmpty()) {
            System.out.print(options.text());
            return;
        }
        if (options.onRequest()) {
            runOnRequest(options);
            return;
        }
        if (!options.against().isEmpty()) {
            PairedComparison comparison = new PairedRuns(options).run();
            System.out.println(
                    options.json() ? comparison.json("other").text() : comparison.table("other"));
            return;
        }
        if (options.traced() >= 0) {
            PairedComparison comparison = new TracedRuns(options).run();
            System.out.println(
                    options.json()
                            ? comparison.json("untraced").text()
                            : comparison.table("untraced"));
            return;
        }
        if (options.watched()) {
            WatchedComparison comparison = compare(options);
            System.out.println(options.json() ? comparison.json().text() : comparison.table());
            return;
        }
        Report report = measure(options);
        System.out.println(options.json() ? report.json().text() : report.table());
    }

    /// Runs the workload once for each seed on standard input. [PairedRuns] starts such a process
    /// for each checkout.
    private static void runOnRequest(Options options) {
        var measurement = new Measurement(options.workload(), options.metrics());
        warmUp(measurement, options.seed());
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))
                .lines()
                .mapToLong(Long::parseLong)
                .forEach(seed -> System.out.println(measurement.run(seed).podsPerCpuSecond()));
    }

    /// Returns the first seed that was not used.
    private static long warmUp(Measurement measurement, long firstSeed) {
        double seconds = 0;
        long seed = firstSeed;
        for (int run = 0; run < WARM_UPS || seconds < WARM_UP_SECONDS; run++) {
            seconds += measurement.run(seed++).seconds();
        }
        return seed;
    }

    /// Alternates runs without and with a client of the dashboard, so that other load on the
    /// machine affects both.
    private static WatchedComparison compare(Options options) {
        var measurement = new Measurement(options.workload(), options.metrics());
        long seed = options.seed();
        for (int run = 0; run < WARM_UPS; run++) {
            measurement.run(seed, false);
            measurement.run(seed++, true);
        }
        var alone = new ArrayList<Measurement.Result>();
        var watched = new ArrayList<Measurement.Result>();
        double seconds = 0;
        while (watched.size() < LEAST_PAIRS || seconds < 2 * LEAST_SECONDS) {
            Measurement.Result without = measurement.run(seed, false);
            Measurement.Result with = measurement.run(seed++, true);
            alone.add(without);
            watched.add(with);
            seconds += without.seconds() + with.seconds();
        }
        return new WatchedComparison(options.workload(), alone, watched);
    }

    /// Repeats the workload with a new engine for each run. The result excludes the warm-up runs
    /// and has a minimum total time.
    private static Report measure(Options options) {
        var measurement = new Measurement(options.workload(), options.metrics());
        var runs = new ArrayList<Measurement.Result>();
        long seed = warmUp(measurement, options.seed());
        double seconds = 0;
        while (runs.size() < LEAST_RUNS || seconds < LEAST_SECONDS && runs.size() < MAX_RUNS) {
            Measurement.Result result = measurement.run(seed++);
            runs.add(result);
            seconds += result.seconds();
        }
        runs.sort(Comparator.comparingDouble(Measurement.Result::podsPerSecond));
        return new Report(options.workload(), runs, seconds);
    }
}
