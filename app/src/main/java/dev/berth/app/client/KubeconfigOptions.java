package dev.berth.app.client;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.Kubeconfig;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The options that select a cluster and its credentials.
public final class KubeconfigOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "kubeconfig of the cluster (default: $KUBECONFIG, then ~/.kube/config)")
    private @Nullable String kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "context of the kubeconfig (default: the current context)")
    private String context = "";

    /// The server and the credentials; empty if there is no kubeconfig.
    ///
    /// @param environment the environment variables
    /// @throws Failure if the kubeconfig cannot be used
    public Optional<Access> access(Map<String, String> environment) {
        return read(environment, Kubeconfig::access);
    }

    /// The namespace of the context.
    ///
    /// @param environment the environment variables
    /// @throws Failure if the kubeconfig cannot be used
    public String namespace(Map<String, String> environment) {
        return read(environment, Kubeconfig::namespace)
                .filter(name -> !name.isEmpty())
                .orElse("default");
    }

    private <T> Optional<T> read(Map<String, String> environment, Function<Kubeconfig, T> part) {
        try {
            List<String> files = files(environment);
            return files.isEmpty()
                    ? Optional.empty()
                    : Optional.of(part.apply(Kubeconfig.open(files, context, environment)));
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /// The file of --kubeconfig must exist. Missing files of $KUBECONFIG and a missing default file
    /// are ignored.
    private List<String> files(Map<String, String> environment) {
        if (kubeconfig != null) {
            return List.of(kubeconfig);
        }
        String named = environment.getOrDefault("KUBECONFIG", "");
        String home = environment.getOrDefault("HOME", "");
        if (named.isEmpty() && home.isEmpty()) {
            return List.of();
        }
        List<String> there =
                Stream.of(
                                named.isEmpty()
                                        ? new String[] {home + "/.kube/config"}
                                        : named.split(File.pathSeparator))
                        .filter(file -> !file.isEmpty() && Files.exists(Path.of(file)))
                        .toList();
        if (there.isEmpty() && !named.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "KUBECONFIG is %s, but that file does not exist; the cluster may have been stopped"
                            .formatted(named));
        }
        return there;
    }
}
