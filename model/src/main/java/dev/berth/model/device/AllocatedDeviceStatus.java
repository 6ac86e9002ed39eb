package dev.berth.model.device;

import dev.berth.model.Condition;

import java.util.List;
import java.util.Optional;

/// What a driver reports about an allocated device.
///
/// @param other the fields that scheduling does not read, as text that is only compared
public record AllocatedDeviceStatus(
        DeviceId id, Optional<String> shareId, List<Condition> conditions, String other) {
    public AllocatedDeviceStatus {
        conditions = List.copyOf(conditions);
    }

    /// The condition of this type.
    public Optional<Condition> condition(String type) {
        for (Condition condition : conditions) {
            if (condition.type().equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /// Whether the condition of this type is true.
    public boolean isTrue(String type) {
        return condition(type).filter(known -> known.status().equals("True")).isPresent();
    }
}
