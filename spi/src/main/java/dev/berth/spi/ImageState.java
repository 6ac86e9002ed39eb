package dev.berth.spi;

/// A container image that is present on nodes (kube-scheduler: `ImageStateSummary`).
///
/// @param sizeBytes the size that the first of these nodes reports
/// @param nodes the number of nodes that have the image
public record ImageState(long sizeBytes, int nodes) {}
