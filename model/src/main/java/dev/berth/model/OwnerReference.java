package dev.berth.model;

/// A reference to an owner of an object.
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean controller) {}
