package dev.berth.spi;

/// A wish that a pod carries about other pods: which ones, near in which sense, and how much it
/// counts.
public record PodAffinityTerm(PodMatcher matcher, String topologyKey, long weight) {}
