package dev.berth.engine.profile;

import dev.berth.spi.Score;

/// A score plugin with its weight.
public record Weighted(String name, Score plugin, long weight) {}
