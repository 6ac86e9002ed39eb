package dev.berth.devices;

import dev.berth.model.Condition;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.AllocatedDeviceStatus;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Whether the allocated devices of a claim meet their binding conditions.
final class BindingReadiness {
    /// How the problem of a failed condition begins.
    static final String FAILURE = "device binding failed: ";

    /// The state of the conditions.
    enum State {
        READY,
        WAITING,
        TIMED_OUT,
        FAILED
    }

    /// @param problem the failed condition; empty if none failed
    record Readiness(State state, String problem) {}

    private BindingReadiness() {}

    /// The state of the claim's devices.
    ///
    /// @param timeout how long devices may take after the allocation
    static Readiness of(ResourceClaim claim, Duration timeout, long nowNanos) {
        Optional<Allocation> allocation = claim.allocation();
        if (allocation.isEmpty()) {
            return new Readiness(State.READY, "");
        }
        for (AllocatedDevice device : allocation.get().devices()) {
            List<String> conditions = device.bindingConditions().orElse(List.of());
            if (conditions.isEmpty()) {
                continue;
            }
            Optional<AllocatedDeviceStatus> status = status(claim, device);
            if (status.isEmpty()) {
                return waiting(allocation.get(), timeout, nowNanos);
            }
            for (String failure : device.bindingFailureConditions().orElse(List.of())) {
                if (status.get().isTrue(failure)) {
                    return new Readiness(
                            State.FAILED, failure(claim, status.get().condition(failure)));
                }
            }
            for (String condition : conditions) {
                if (!status.get().isTrue(condition)) {
                    return waiting(allocation.get(), timeout, nowNanos);
                }
            }
        }
        return new Readiness(State.READY, "");
    }

    private static Optional<AllocatedDeviceStatus> status(
            ResourceClaim claim, AllocatedDevice device) {
        return claim.devices().stream().filter(each -> each.id().equals(device.id())).findFirst();
    }

    private static String failure(ResourceClaim claim, Optional<Condition> condition) {
        return FAILURE
                + "claim=%s, reason=%s, message=\"%s\""
                        .formatted(
                                claim.name(),
                                condition.map(Condition::reason).orElse(""),
                                condition.map(Condition::message).orElse(""));
    }

    private static Readiness waiting(Allocation allocation, Duration timeout, long nowNanos) {
        return new Readiness(
                timedOut(allocation, timeout, nowNanos) ? State.TIMED_OUT : State.WAITING, "");
    }

    private static boolean timedOut(Allocation allocation, Duration timeout, long nowNanos) {
        Instant now = Instant.ofEpochSecond(nowNanos / 1_000_000_000L, nowNanos % 1_000_000_000L);
        return hasConditions(allocation)
                && allocation.timestamp().map(at -> at.plus(timeout).isBefore(now)).orElse(false);
    }

    /// Whether some device has binding conditions.
    static boolean hasConditions(Allocation allocation) {
        return allocation.devices().stream()
                .anyMatch(device -> device.bindingConditions().isPresent());
    }
}
