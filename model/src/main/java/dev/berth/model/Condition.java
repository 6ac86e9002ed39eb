package dev.berth.model;

import java.time.Instant;
import java.util.Optional;

/// A condition in the status of an object.
public record Condition(
        String type,
        String status,
        String reason,
        String message,
        Optional<Instant> lastTransition,
        long observedGeneration) {}
