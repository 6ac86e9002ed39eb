package dev.berth.engine.view;

import java.util.Optional;

/// Why a pod is not on a node that exists.
///
/// @param dryRun empty if the scheduler does not know the pod
public record WhyNotReport(Optional<PodDryRun> dryRun) {}
