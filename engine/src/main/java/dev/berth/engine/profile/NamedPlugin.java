package dev.berth.engine.profile;

/// A plugin under its configured name, seen through one extension point.
public record NamedPlugin<P>(String name, P plugin) {}
