package dev.berth.model;

/// A pod's reference to a resource claim, by name or by template; the unused one is empty.
public record PodClaim(String name, String claimName, String templateName) {}
