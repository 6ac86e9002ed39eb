package dev.berth.engine.view;

/// The number of pods in each queue.
public record QueueSizes(
        int active, int backoff, int unschedulable, int gated, int inFlight, int inFlightEvents) {}
