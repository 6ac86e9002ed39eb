package dev.berth.app.process;

import dev.berth.app.options.ConfigurationResult;

import java.nio.file.Path;
import java.util.function.Function;

/// How a scheduler reloads its configuration.
///
/// @param file the file of `--config`
/// @param reader reads and checks the content of a changed file, with the flags, plugins and
///   feature gates of the start
public record ReloadOptions(Path file, Function<byte[], ConfigurationResult> reader) {}
