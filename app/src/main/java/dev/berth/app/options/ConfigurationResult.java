package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.config.Configuration;
import dev.berth.manifest.Position;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What came of reading a configuration: itself, or what is wrong with it.
///
/// @param configuration absent if it cannot be used at all
/// @param findings in the order of the file, then what no place in it is to blame for
public record ConfigurationResult(
        Optional<Configuration> configuration, List<ConfigurationFinding> findings) {
    private static final Position END = new Position(Integer.MAX_VALUE, 1);
    private static final Comparator<ConfigurationFinding> IN_ORDER =
            Comparator.comparing(
                    finding -> finding.position().orElse(END),
                    Comparator.comparingInt(Position::line).thenComparingInt(Position::column));

    public ConfigurationResult {
        findings = findings.stream().distinct().sorted(IN_ORDER).toList();
    }

    /// @throws Failure if anything is wrong
    public Configuration orFail() {
        if (!findings.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    findings.stream()
                            .map(ConfigurationFinding::line)
                            .distinct()
                            .collect(Collectors.joining(System.lineSeparator())));
        }
        return configuration.orElseThrow();
    }
}
