package dev.berth.spi;

import dev.berth.model.KubeObject;

/// An event for the people who look at an object.
public record EventNote(
        KubeObject regarding, boolean warning, String reason, String action, String note) {}
