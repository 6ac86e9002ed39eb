package dev.berth.spi;

import dev.berth.model.PodShape;

import java.util.List;

/// Reads affinity terms from a pod. The result depends on the namespace, the labels and the
/// template of the pod, and on nothing else.
///
/// If a reader throws an exception, its groups cannot be read until the reader succeeds: a plugin
/// that reads them fails, and so does the attempt. Equal readers share their groups, so implement
/// readers as constants or records.
@FunctionalInterface
public interface AffinityTermReader {
    /// The terms of a pod with this pod shape.
    List<PodAffinityTerm> termsOf(PodShape shape);
}
