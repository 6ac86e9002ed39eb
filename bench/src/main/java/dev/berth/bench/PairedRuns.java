package dev.berth.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a workload alternately in this checkout and in another one, each in a process of its own.
///
/// The processes wait while the other one runs, so a pair of runs meets the same other load. They
/// are replaced after a few pairs, because the compiler can make different choices in each process.
final class PairedRuns {
    private static final int PAIRS_PER_PROCESS = 5;

    private final Options options;
    private final Path launcher;

    PairedRuns(Options options) {
        this.options = options;
        launcher = launcher(options.against());
    }

    /// The launcher in the directory of a checkout.
    static Path launcher(String checkout) {
        return Path.of(checkout).resolve("berth").toAbsolutePath();
    }

    PairedComparison run() {
        var pairs = new ArrayList<PairedComparison.Pair>();
        while (pairs.size() < options.pairs()) {
            try (var other = new Runner(otherCommand());
                    var here = new Runner(ownCommand())) {
                other.awaitWarmUp();
                here.awaitWarmUp();
                int end = Math.min(options.pairs(), pairs.size() + PAIRS_PER_PROCESS);
                while (pairs.size() < end) {
                    pairs.add(pair(other, here, pairs.size()));
                }
            }
        }
        return new PairedComparison(options.workload(), pairs);
    }

    private PairedComparison.Pair pair(Runner other, Runner here, int number) {
        long seed = options.seed() + number;
        if (number % 2 == 0) {
            double first = other.run(seed);
            return new PairedComparison.Pair(first, here.run(seed));
        }
        double first = here.run(seed);
        return new PairedComparison.Pair(other.run(seed), first);
    }

    private List<String> otherCommand() {
        var command = new ArrayList<>(List.of(launcher.toString(), "bench"));
        command.addAll(runnerArguments());
        return command;
    }

    private List<String> ownCommand() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(
                List.of(
                        "-classpath",
                        System.getProperty("java.class.path"),
                        BenchMain.class.getName()));
        command.addAll(runnerArguments());
        return command;
    }

    private List<String> runnerArguments() {
        Workload.Size size = options.workload().size();
        var arguments = new ArrayList<String>();
        arguments.add(options.workload().name());
        arguments.addAll(List.of("--nodes", Integer.toString(size.nodes())));
        arguments.addAll(List.of("--init", Integer.toString(size.init())));
        arguments.addAll(List.of("--pods", Integer.toString(size.pods())));
        arguments.addAll(List.of("--seed", Long.toString(options.seed()), "--on-request"));
        if (options.metrics()) {
            arguments.add("--metrics");
        }
        return arguments;
    }

    /// A process of `berth bench --on-request`.
    private static final class Runner implements AutoCloseable {
        private final List<String> command;
        private final Process process;
        private final BufferedReader results;
        private final PrintStream requests;

        Runner(List<String> command) {
            this.command = command;
            try {
                process =
                        new ProcessBuilder(command)
                                .redirectError(ProcessBuilder.Redirect.INHERIT)
                                .start();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start " + String.join(" ", command), e);
            }
            results = process.inputReader();
            requests = new PrintStream(process.getOutputStream(), true);
        }

        void awaitWarmUp() {
            line();
        }

        double run(long seed) {
            requests.println(seed);
            return Double.parseDouble(line());
        }

        private String line() {
            try {
                String line = results.readLine();
                if (line == null) {
                    throw new IllegalStateException(
                            "the process ended before its result: " + String.join(" ", command));
                }
                return line;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// Ends the process: it reads the end of its input.
        @Override
        public void close() {
            requests.close();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                process.destroy();
                Thread.currentThread().interrupt();
            }
        }
    }
}
