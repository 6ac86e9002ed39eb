package dev.berth.app.bench;

import dev.berth.app.cli.Failure;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `berth bench`, for the help only: the launcher starts the benchmarks as a separate program.
@Command(
        name = "bench",
        description = "Run the scheduler_perf workloads of kube-scheduler and print the results.",
        footerHeading = "%nExamples:%n",
        footer = {"  berth bench --help       show the workloads and the options"})
public final class BenchCommand implements Runnable {
    @Unmatched private String[] arguments = {};

    @Override
    public void run() {
        throw new Failure(
                "the benchmarks are a separate program; start them with ./berth bench "
                        + String.join(" ", arguments));
    }
}
