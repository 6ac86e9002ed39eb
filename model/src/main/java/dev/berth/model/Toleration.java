package dev.berth.model;

import java.util.Optional;

/// A taint that a pod puts up with.
public record Toleration(
        String key, String operator, String value, String effect, Optional<Long> seconds) {
    /// Whether this toleration covers `taint`; comparison operators are behind a gate and judged by
    /// their plugin.
    public boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" -> value.equals(taint.value());
            case "Exists" -> true;
            default -> false;
        };
    }
}
