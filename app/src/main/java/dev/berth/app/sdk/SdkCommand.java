package dev.berth.app.sdk;

import dev.berth.app.cli.Failure;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `berth sdk`, for the help only: the launcher has the build whose artifacts it copies.
@Command(
        name = "sdk",
        description = {
            "Write a Maven repository with the artifacts that plugins are compiled and tested"
                    + " with.",
            "To use it, declare the directory as a Maven repository, as the examples below do; see"
                    + " docs/extend/write-a-plugin.md.",
        },
        mixinStandardHelpOptions = true,
        customSynopsis = "berth sdk DIR",
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth sdk /tmp/berth-sdk",
            "  mvn -f examples/node-cost -Dberth.sdk=/tmp/berth-sdk package",
        })
public final class SdkCommand implements Runnable {
    @Unmatched private String[] arguments = {};

    @Override
    public void run() {
        throw new Failure(
                "only the launcher can write the SDK; run ./berth sdk "
                        + String.join(" ", arguments));
    }
}
