package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.config.Configuration;
import dev.berth.manifest.Position;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The result of reading a configuration: the configuration and its problems.
///
/// @param configuration empty if it cannot be used at all
/// @param findings in the order of the file; those without a position come last
/// @param warnings what has no effect, or not the expected one, although the file is valid
/// @param causes what plugins threw when they were created
public record ConfigurationResult(
        Optional<Configuration> configuration,
        List<ConfigurationFinding> findings,
        List<ConfigurationFinding> warnings,
        List<Throwable> causes) {
    private static final Position END = new Position(Integer.MAX_VALUE, 1);
    private static final Comparator<ConfigurationFinding> IN_ORDER =
            Comparator.comparing(
                    finding -> finding.position().orElse(END),
                    Comparator.comparingInt(Position::line).thenComparingInt(Position::column));

    public ConfigurationResult {
        findings = findings.stream().distinct().sorted(IN_ORDER).toList();
        warnings = warnings.stream().distinct().sorted(IN_ORDER).toList();
    }

    ConfigurationResult(
            Optional<Configuration> configuration, List<ConfigurationFinding> findings) {
        this(configuration, findings, List.of());
    }

    public ConfigurationResult(
            Optional<Configuration> configuration,
            List<ConfigurationFinding> findings,
            List<Throwable> causes) {
        this(configuration, findings, List.of(), causes);
    }

    ConfigurationResult withWarnings(List<ConfigurationFinding> found) {
        return new ConfigurationResult(configuration, findings, found, causes);
    }

    /// @throws Failure if there is a finding
    public Configuration orFail() {
        if (!findings.isEmpty()) {
            var failure =
                    new Failure(
                            ExitCode.USAGE,
                            findings.stream()
                                    .map(ConfigurationFinding::line)
                                    .distinct()
                                    .collect(Collectors.joining(System.lineSeparator())));
            causes.forEach(failure::addSuppressed);
            throw failure;
        }
        return configuration.orElseThrow();
    }
}
