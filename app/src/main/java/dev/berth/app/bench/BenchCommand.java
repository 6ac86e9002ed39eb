package dev.berth.app.bench;

import dev.berth.app.cli.Failure;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `berth bench`, for the help only: the launcher starts the benchmarks as a program of their own.
@Command(
        name = "bench",
        description = "Run kube-scheduler's performance workloads and print their figures.",
        footerHeading = "%nExamples:%n",
        footer = {"  berth bench --help       the workloads and the options"})
public final class BenchCommand implements Runnable {
    @Unmatched private String[] arguments = {};

    @Override
    public void run() {
        throw new Failure(
                "the benchmarks are a program of their own; start them with ./berth bench "
                        + String.join(" ", arguments));
    }
}
