package dev.berth.engine.view;

/// What the scheduler knows about a pod, and what a scheduling cycle on the current state finds.
public record PodDryRun(PodReport report, DryRunResult result) {}
