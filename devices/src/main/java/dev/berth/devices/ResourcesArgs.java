package dev.berth.devices;

import dev.berth.spi.Gates;
import dev.berth.spi.Problems;

import java.time.Duration;
import java.util.Optional;

/// Arguments of [DynamicResources].
///
/// @param filterTimeout the timeout of the allocation on one node; zero for none
/// @param bindingTimeout the timeout for devices to become ready
public record ResourcesArgs(Optional<Duration> filterTimeout, Optional<Duration> bindingTimeout) {
    public static final ResourcesArgs DEFAULT =
            new ResourcesArgs(
                    Optional.of(Duration.ofSeconds(10)), Optional.of(Duration.ofSeconds(600)));

    /// Each argument has a default only if its feature gate is on.
    static ResourcesArgs defaults(Gates on) {
        return new ResourcesArgs(
                DEFAULT.filterTimeout.filter(timeout -> filterTimeoutOn(on)),
                DEFAULT.bindingTimeout.filter(timeout -> bindingTimeoutOn(on)));
    }

    private static boolean filterTimeoutOn(Gates on) {
        return on.on("DRASchedulerFilterTimeout");
    }

    private static boolean bindingTimeoutOn(Gates on) {
        return on.on("DRADeviceBindingConditions") && on.on("DRAResourceClaimDeviceStatus");
    }

    void check(Gates on, Problems out) {
        filterTimeout.ifPresent(timeout -> {
            if (!filterTimeoutOn(on)) {
                out.forbidden(
                        "filterTimeout",
                        timeout,
                        "DRASchedulingFilterTimeout feature gate is disabled");
            } else if (timeout.isNegative()) {
                out.add("filterTimeout", timeout, "must be zero or positive");
            }
        });
        bindingTimeout.ifPresent(timeout -> {
            if (!bindingTimeoutOn(on)) {
                out.forbidden(
                        "bindingTimeout",
                        timeout,
                        "DRADeviceBindingConditions or DRAResourceClaimDeviceStatus feature gate"
                                + " is disabled");
            } else if (timeout.compareTo(Duration.ofSeconds(1)) < 0) {
                out.add("bindingTimeout", timeout, "must be at least 1 second");
            }
        });
    }
}
