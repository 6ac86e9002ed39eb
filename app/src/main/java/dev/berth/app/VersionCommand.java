package dev.berth.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/// `berth version`: ours, Java's, and that of the kube-scheduler whose behaviour is ours.
@Command(
        name = "version",
        description = "Show the version of Berth, of Java, and of the kube-scheduler it matches.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        footerHeading = "%nExamples:%n",
        footer = {"  berth version", "  berth version -o json"})
final class VersionCommand implements Runnable {
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

    /// The versions of the parts.
    record Versions(String berth, String java, String kubeScheduler) {
        static Versions read() {
            var written = new Properties();
            try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
                written.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Versions(
                    written.getProperty("berth"),
                    Runtime.version().toString(),
                    written.getProperty("kubeScheduler"));
        }

        /// What `--version` of kube-scheduler says.
        ///
        /// @param wanted `raw` for all there is, else `true` or the version to report
        String kubernetes(String wanted) {
            String reported = wanted.startsWith("v") ? wanted : kubeScheduler;
            if (!wanted.equals("raw")) {
                return "Kubernetes " + reported;
            }
            String[] numbers = kubeScheduler.substring(1).split("\\.");
            return ("version.Info{Major:\"%s\", Minor:\"%s\", GitVersion:\"%s\","
                            + " GoVersion:\"\", Compiler:\"java %s\", Platform:\"%s/%s\","
                            + " Berth:\"%s\"}")
                    .formatted(
                            numbers[0],
                            numbers[1],
                            kubeScheduler,
                            java,
                            System.getProperty("os.name").toLowerCase(Locale.ROOT),
                            System.getProperty("os.arch"),
                            berth);
        }

        String text() {
            return "berth %s (Java %s, kube-scheduler parity %s)"
                    .formatted(berth, java, kubeScheduler);
        }

        String json() {
            return """
            {"berth":"%s","java":"%s","kubeScheduler":"%s"}\
            """
                    .formatted(berth, java, kubeScheduler);
        }
    }

    /// For `berth --version`.
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Versions.read().text()};
        }
    }
}
