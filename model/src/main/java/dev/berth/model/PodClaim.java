package dev.berth.model;

/// A reference of a pod to a ResourceClaim, by name or by template. The unused name is empty.
public record PodClaim(String name, String claimName, String templateName) {}
