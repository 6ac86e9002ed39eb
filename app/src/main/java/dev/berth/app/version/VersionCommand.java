package dev.berth.app.version;

import dev.berth.app.cli.OutputFormat;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.cli.Versions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `berth version`: shows the versions of Berth and Java, and the version of kube-scheduler that
/// Berth behaves like.
@Command(
        name = "version",
        description =
                "Show the versions of Berth and Java, and the version of kube-scheduler that Berth"
                        + " behaves like.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        footerHeading = "%nExamples:%n",
        footer = {"  berth version", "  berth version -o json"})
public final class VersionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json (default: text)")
    private OutputFormat output = OutputFormat.TEXT;

    @Override
    public void run() {
        Versions versions = Versions.read();
        spec.commandLine()
                .getOut()
                .println(
                        switch (output) {
                            case TEXT -> versions.text();
                            case JSON -> versions.json();
                        });
    }
}
