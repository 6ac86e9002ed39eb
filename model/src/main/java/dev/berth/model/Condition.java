package dev.berth.model;

import java.time.Instant;
import java.util.Optional;

/// One condition of an object's status.
public record Condition(
        String type,
        String status,
        String reason,
        String message,
        Optional<Instant> lastTransition,
        long observedGeneration) {}
