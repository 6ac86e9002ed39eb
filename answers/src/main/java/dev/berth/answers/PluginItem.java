package dev.berth.answers;

/// A plugin that was loaded from a jar or a directory.
public record PluginItem(
        @Doc("name that configurations use") String name,
        @Doc("`Implementation-Version` of its manifest, or empty") String version,
        @Doc("jar or directory") String source,
        @Doc("SHA-256 digest of the jar or directory, in hexadecimal") String digest) {}
