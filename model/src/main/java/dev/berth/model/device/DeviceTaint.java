package dev.berth.model.device;

import java.time.Instant;
import java.util.Optional;

/// A taint of a device. The effect is text, because the scheduler ignores unknown effects.
public record DeviceTaint(String key, String value, String effect, Optional<Instant> timeAdded) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";

    /// Whether pods need a toleration to use the device.
    public boolean preventsAllocation() {
        return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
    }
}
