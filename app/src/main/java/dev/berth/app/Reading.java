package dev.berth.app;

import dev.berth.config.Configuration;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What came of reading a configuration: itself, or what is wrong with it.
///
/// @param configuration absent if it cannot be used at all
record Reading(Optional<Configuration> configuration, List<Finding> findings) {
    Reading {
        findings = List.copyOf(findings);
    }

    /// @throws Failure if anything is wrong
    Configuration orFail() {
        if (!findings.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    findings.stream()
                            .map(Finding::line)
                            .distinct()
                            .collect(Collectors.joining(System.lineSeparator() + "berth: ")));
        }
        return configuration.orElseThrow();
    }
}
