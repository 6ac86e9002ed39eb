package dev.berth.engine.view;

/// A pod entered a queue, and why.
public record QueueMove(String queue, String event, long atNanos) {}
