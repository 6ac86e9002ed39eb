package dev.berth.engine.view;

/// How many pods are where.
public record QueueSizes(
        int active, int backoff, int unschedulable, int gated, int inFlight, int inFlightEvents) {}
