package dev.berth.spi;

import picocli.CommandLine;

/// Wrong on purpose: plugin authors get the JDK and us, nothing else.
public record FixtureThatNeedsALibrary(CommandLine commandLine) {}
