package dev.berth.engine.view;

import java.util.Optional;

/// What the scheduler knows about a pod.
///
/// @param dryRun a scheduling cycle on the current state, for the facts behind the rejections;
///   empty unless plugins reject or gate the pod
public record PodExplanation(PodReport report, Optional<DryRunResult> dryRun) {}
