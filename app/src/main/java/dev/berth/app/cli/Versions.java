package dev.berth.app.cli;

import dev.berth.model.KubernetesVersion;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/// The versions of Berth, of Java, and of the kube-scheduler whose behavior Berth has.
public record Versions(String berth, String java, String kubeScheduler) {
    public static Versions read() {
        var written = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("version.properties")) {
            written.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Versions(
                written.getProperty("berth"),
                Runtime.version().toString(),
                KubernetesVersion.RELEASE);
    }

    /// The output of `--version` of kube-scheduler.
    ///
    /// @param wanted `raw` for all details, else `true` or the version to report
    public String kubernetes(String wanted) {
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

    public String text() {
        return "berth %s (Java %s, kube-scheduler parity %s)".formatted(berth, java, kubeScheduler);
    }

    public String json() {
        return """
        {"berth":"%s","java":"%s","kubeScheduler":"%s"}\
        """
                .formatted(berth, java, kubeScheduler);
    }
}
