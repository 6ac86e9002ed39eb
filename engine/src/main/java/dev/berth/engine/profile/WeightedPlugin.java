package dev.berth.engine.profile;

import dev.berth.spi.Score;

/// A score plugin with its weight.
public record WeightedPlugin(String name, Score plugin, long weight) {}
