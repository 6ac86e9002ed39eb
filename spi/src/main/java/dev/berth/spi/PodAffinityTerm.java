package dev.berth.spi;

/// An affinity term of an assigned pod (kube-scheduler: `AffinityTerm`).
///
/// @param matcher the pods that the term selects
/// @param topologyKey the node label whose values are the domains of the term
/// @param weight the weight of the term, negative for anti-affinity
public record PodAffinityTerm(PodMatcher matcher, String topologyKey, long weight) {}
