package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;

import java.util.List;
import java.util.stream.Collectors;

/// Reads the file behind `--config`.
final class ConfigurationFile {
    private ConfigurationFile() {}

    /// @throws Failure with all that is wrong with it, each with its line
    static Configuration read(String file, Configurations configurations) {
        try {
            List<Manifest> manifests = Manifests.read(List.of(file), System.in);
            if (manifests.size() != 1) {
                throw new Failure(
                        ExitCode.USAGE,
                        file
                                + ": holds "
                                + manifests.size()
                                + " documents; it must be one KubeSchedulerConfiguration");
            }
            return made(manifests.getFirst(), configurations);
        } catch (ManifestException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private static Configuration made(Manifest manifest, Configurations configurations) {
        try {
            return configurations.of(manifest.object());
        } catch (ConfigurationException e) {
            throw new Failure(
                    ExitCode.USAGE,
                    e.problems().stream()
                            .map(problem ->
                                    manifest.origin().file()
                                            + ":"
                                            + manifest.origin().position(problem.path())
                                            + ": "
                                            + problem.text())
                            .distinct()
                            .collect(Collectors.joining(System.lineSeparator() + "berth: ")));
        }
    }
}
