package dev.berth.bench;

import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/// The command-line options.
///
/// @param metrics whether the engine records metrics
/// @param watched whether a client reads the event stream of the dashboard in every second run
/// @param traced how many of a million attempts are traced in every second run; negative for a
///   measurement without traces
/// @param against another checkout to compare with; empty for a measurement of this one
/// @param pairs the number of pairs of runs in a comparison with another checkout
/// @param onRequest whether to run once for each seed that is read from standard input
/// @param text the text to print instead of a measurement; empty for a measurement
record Options(
        Workload workload,
        long seed,
        boolean metrics,
        boolean watched,
        int traced,
        String against,
        int pairs,
        boolean onRequest,
        boolean json,
        String text) {
    private static final int DEFAULT_PAIRS = 20;
    static final String USAGE = usage();

    private static String usage() {
        var text =
                new StringBuilder(
                        """
                        Usage: berth bench WORKLOAD [--nodes N] [--init N] [--pods N] [--seed S] [--metrics] [--watched] [-o table|json]
                               berth bench WORKLOAD --traced N [--metrics] [--pairs N] ...
                               berth bench WORKLOAD --against DIR [--pairs N] ...
                               berth bench --list [-o json]

                        Runs a workload of kube-scheduler's scheduler_perf in this process and reports pods per
                        second, decision times, garbage and heap of the median run. The runs take at least 5 s in total.

                          --nodes N            number of nodes
                          --init N             number of existing pods of each kind
                          --pods N             number of measured pods of each kind
                          --seed S             seed of the first run (default 1)
                          --metrics            record the metrics of berth run
                          --watched            run a client that reads the dashboard's event stream in every second run,
                                               and report the relative speed
                          --traced N           trace N of a million attempts in every second run, and report the median ratio
                                               of pods per CPU second with its 95 % interval
                          --against DIR        alternate runs of this checkout and of the one in DIR, and report the median
                                               ratio of pods per CPU second with its 95 % interval
                          --pairs N            number of pairs of runs for --against and --traced (default 20)
                          --on-request         run once for each seed on standard input, and print pods per CPU second
                          -o, --output FORMAT  table or json

                        Workloads (default sizes are upstream's):
                        """);
        for (Workload workload : Workloads.all()) {
            text.append("  %-48s %s%n".formatted(workload.name(), workload.description()));
        }
        return text.append(
                        """

                        Examples:
                          berth bench SchedulingBasic
                          berth bench SchedulingBasic --nodes 5000 --init 1000 --pods 50000 -o json
                          berth bench SchedulingBasic --against ../berth-before
                          berth bench --list | while read -r name; do berth bench "$name"; done
                        """)
                .toString();
    }

    static Options parse(List<String> args) {
        @Nullable Workload workload = null;
        boolean json = false;
        String text = args.isEmpty() ? USAGE : "";
        int nodes = -1;
        int init = -1;
        int pods = -1;
        long seed = 1;
        boolean list = false;
        boolean metrics = false;
        boolean watched = false;
        int traced = -1;
        String against = "";
        int pairs = DEFAULT_PAIRS;
        boolean onRequest = false;
        for (Iterator<String> rest = split(args).iterator(); rest.hasNext(); ) {
            String arg = rest.next();
            switch (arg) {
                case "-h", "--help" -> text = USAGE;
                case "--list" -> list = true;
                case "--metrics" -> metrics = true;
                case "--watched" -> watched = true;
                case "--traced" -> traced = rate(arg, rest);
                case "--against" -> against = checkout(arg, rest);
                case "--pairs" -> pairs = count(arg, rest, 1);
                case "--on-request" -> onRequest = true;
                case "--nodes" -> nodes = count(arg, rest, 1);
                case "--init" -> init = count(arg, rest, 0);
                case "--pods" -> pods = count(arg, rest, 1);
                case "--seed" -> seed = number(arg, rest);
                case "-o", "--output" -> {
                    String format = value(arg, rest);
                    if (!format.equals("json") && !format.equals("table")) {
                        throw new IllegalArgumentException(
                                arg + " must be table or json, was " + format);
                    }
                    json = format.equals("json");
                }
                default -> {
                    if (arg.startsWith("-") || workload != null) {
                        throw new IllegalArgumentException(
                                "unknown argument " + arg + "; see berth bench --help");
                    }
                    workload = find(arg);
                }
            }
        }
        if (list && text.isEmpty()) {
            text = json ? listJson() : list();
        }
        if (workload == null) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException(
                        "a workload is required; see berth bench --help");
            }
            workload = Workloads.all().getFirst();
        }
        Workload.Size defaultValue = workload.size();
        var size =
                new Workload.Size(
                        nodes < 0 ? defaultValue.nodes() : nodes,
                        init < 0 ? defaultValue.init() : init,
                        pods < 0 ? defaultValue.pods() : pods);
        return new Options(
                workload.sized(size),
                seed,
                metrics,
                watched,
                traced,
                against,
                pairs,
                onRequest,
                json,
                text);
    }

    /// Splits `--nodes=10` into `--nodes 10`.
    private static List<String> split(List<String> args) {
        return args.stream()
                .flatMap(
                        arg -> arg.startsWith("--") ? Stream.of(arg.split("=", 2)) : Stream.of(arg))
                .toList();
    }

    private static String listJson() {
        return Json.arr(Workloads.all().stream().map(Options::json).toArray(Json[]::new)).text()
                + System.lineSeparator();
    }

    private static Json json(Workload workload) {
        return Json.Obj.builder()
                .put("workload", workload.name())
                .put("description", workload.description())
                .put("nodes", workload.size().nodes())
                .put("init", workload.size().init())
                .put("pods", workload.size().pods())
                .build();
    }

    private static String list() {
        var names = new StringBuilder();
        for (Workload workload : Workloads.all()) {
            names.append(workload.name()).append('\n');
        }
        return names.toString();
    }

    private static Workload find(String name) {
        return Workloads.named(name)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "unknown workload "
                                        + name
                                        + "; known workloads: "
                                        + String.join(
                                                ", ",
                                                Workloads.all().stream()
                                                        .map(Workload::name)
                                                        .toList())));
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " requires a value");
        }
        return rest.next();
    }

    private static String checkout(String option, Iterator<String> rest) {
        String folder = value(option, rest);
        if (!Files.isExecutable(PairedRuns.launcher(folder))) {
            throw new IllegalArgumentException(
                    "%s must be the directory of a checkout of Berth, but %s contains no program berth"
                            .formatted(option, folder));
        }
        return folder;
    }

    private static long number(String option, Iterator<String> rest) {
        String text = value(option, rest);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException problem) {
            throw new IllegalArgumentException(
                    option + " must be a whole number, was " + text, problem);
        }
    }

    private static int rate(String option, Iterator<String> rest) {
        int rate = count(option, rest, 0);
        if (rate > 1_000_000) {
            throw new IllegalArgumentException(
                    "%s must be between 0 and 1000000, was %d".formatted(option, rate));
        }
        return rate;
    }

    private static int count(String option, Iterator<String> rest, int least) {
        long number = number(option, rest);
        if (number < least || number > 10_000_000) {
            throw new IllegalArgumentException(
                    "%s must be between %d and 10000000, was %d".formatted(option, least, number));
        }
        return (int) number;
    }
}
