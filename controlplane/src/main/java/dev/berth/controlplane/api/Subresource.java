package dev.berth.controlplane.api;

import java.util.Locale;

/// A part of an object that is addressed on its own.
public enum Subresource {
    STATUS,
    SCALE,
    BINDING,
    EVICTION;

    /// As paths write it.
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }
}
