package dev.berth.controlplane.api;

import java.util.Locale;

/// A subresource of an object.
public enum Subresource {
    STATUS,
    SCALE,
    BINDING,
    EVICTION;

    /// The name of the subresource in URLs.
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }
}
