package dev.berth.engine.profile;

/// A plugin under its configured name, seen through one extension point.
public record Named<P>(String name, P plugin) {}
