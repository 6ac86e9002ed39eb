package dev.berth.engine.queue;

/// Stands for a class of the queue, for the test of the layering rules.
public record FixtureOfAQueue(int length) {}
