package dev.berth.model;

/// An object that this one belongs to.
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean controller) {}
