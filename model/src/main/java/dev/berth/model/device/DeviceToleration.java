package dev.berth.model.device;

import java.util.Optional;

/// A toleration of device taints.
public record DeviceToleration(
        String key,
        String operator,
        String value,
        String effect,
        Optional<Long> tolerationSeconds) {
    /// Whether the taint is tolerated. The time does not matter to the scheduler.
    public boolean tolerates(DeviceTaint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "Exists" -> true;
            case "", "Equal" -> value.equals(taint.value());
            default -> false;
        };
    }
}
