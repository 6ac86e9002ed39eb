package dev.berth.app.sdk;

import dev.berth.app.cli.Failure;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `berth sdk`, for the help only: the launcher has the build that it writes.
@Command(
        name = "sdk",
        description = {
            "Write what plugins are compiled and tested with, as a Maven repository.",
            "A project names the folder as a repository, see docs/extend/write-a-plugin.md, and is"
                    + " built with -Dberth.sdk=DIR.",
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
                "the SDK is written by the launcher; start it with ./berth sdk "
                        + String.join(" ", arguments));
    }
}
