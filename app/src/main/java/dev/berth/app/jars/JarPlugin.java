package dev.berth.app.jars;

import dev.berth.spi.PluginProvider;

import java.nio.file.Path;

/// A plugin from a jar or a folder.
///
/// @param version what its manifest calls `Implementation-Version`, or empty
/// @param source the jar or folder, as the user named it
/// @param digest see [Digest]
public record JarPlugin(
        String name, PluginProvider<?> provider, String version, Path source, String digest) {}
