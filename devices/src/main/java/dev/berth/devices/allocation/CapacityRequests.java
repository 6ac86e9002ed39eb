package dev.berth.devices.allocation;

import dev.berth.model.Quantity;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceCapacity;
import dev.berth.model.device.DeviceCapacity.Policy;
import dev.berth.model.device.DeviceCapacity.Range;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Rounds requested capacities as the devices demand, and checks whether a device has enough.
final class CapacityRequests {
    private static final String NOT_REPRESENTABLE =
            "capacity request cannot be represented in the device's range arithmetic: ";

    private final boolean fractional;

    CapacityRequests(AllocatorFeatures features) {
        this.fractional = features.fractionalCapacityRange();
    }

    /// Whether the device has enough capacity for a request.
    ///
    /// @param consumed the consumed amounts of other claims
    /// @param allocating the amounts of the current search
    /// @throws AllocationException if a requested amount cannot be computed
    boolean fits(
            Map<String, Quantity> requested,
            Device device,
            Map<String, Quantity> consumed,
            Map<String, Quantity> allocating) {
        Map<String, DeviceCapacity> capacities = device.capacity();
        if (capacities.isEmpty()) {
            return requested.isEmpty();
        }
        if (!capacities.keySet().containsAll(requested.keySet())) {
            return false;
        }
        Map<String, Quantity> amounts = amounts(requested, device);
        amounts.forEach((name, amount) -> {
            if (amount.sign() < 0) {
                throw failure(name, "capacity value is negative");
            }
        });
        for (Map.Entry<String, Quantity> each : amounts.entrySet()) {
            String name = each.getKey();
            DeviceCapacity capacity = capacities.getOrDefault(name, NONE);
            Quantity amount = each.getValue();
            if (capacity.policy().isPresent() && violates(amount, capacity.policy().get())) {
                return false;
            }
            Quantity sum = consumed.getOrDefault(name, Quantity.ZERO).add(amount);
            sum = sum.add(allocating.getOrDefault(name, Quantity.ZERO));
            if (sum.compareTo(capacity.value()) > 0) {
                return false;
            }
        }
        return true;
    }

    private static final DeviceCapacity NONE = new DeviceCapacity(Quantity.ZERO, Optional.empty());

    /// The consumed amount of each capacity of the device.
    Map<String, Quantity> amounts(Map<String, Quantity> requested, Device device) {
        var amounts = new LinkedHashMap<String, Quantity>();
        new TreeMap<>(device.capacity())
                .forEach((name, capacity) -> {
                    try {
                        amounts.put(
                                name, amount(Optional.ofNullable(requested.get(name)), capacity));
                    } catch (AllocationException problem) {
                        throw failure(name, problem.text());
                    }
                });
        return amounts;
    }

    private static AllocationException failure(String capacity, String problem) {
        return new AllocationException("capacity \"%s\": %s".formatted(capacity, problem));
    }

    private Quantity amount(Optional<Quantity> requested, DeviceCapacity capacity) {
        if (requested.isEmpty()) {
            return capacity.policy().flatMap(Policy::defaultValue).orElse(capacity.value());
        }
        Quantity amount = requested.get();
        if (capacity.policy().isEmpty()) {
            return amount;
        }
        Policy policy = capacity.policy().get();
        Optional<Range> range = policy.validRange();
        if (range.isPresent() && range.get().min().isPresent()) {
            return roundedUp(amount, range.get());
        }
        for (Quantity valid : policy.validValues().orElse(List.of())) {
            if (amount.compareTo(valid) <= 0) {
                return valid;
            }
        }
        return amount;
    }

    private Quantity roundedUp(Quantity amount, Range range) {
        Quantity min = range.min().orElseThrow();
        if (amount.compareTo(min) < 0) {
            return min;
        }
        if (range.step().isEmpty()) {
            return amount;
        }
        return usesMillis(range)
                ? inMillis(amount, min, range.step().get())
                : inWholes(amount, min, range.step().get());
    }

    private static Quantity inMillis(Quantity amount, Quantity min, Quantity step) {
        if (!exactMillis(amount)) {
            throw new AllocationException(
                    NOT_REPRESENTABLE
                            + "request %s is not a representable milli value".formatted(amount));
        }
        long steps = steps(amount.milliValue() - min.milliValue(), step.milliValue());
        if (steps > (Long.MAX_VALUE - min.milliValue()) / step.milliValue()) {
            throw new AllocationException(
                    NOT_REPRESENTABLE
                            + "rounding request %s up to the next step passes the milli-value range"
                                    .formatted(amount));
        }
        long millis = min.milliValue() + step.milliValue() * steps;
        return millis % 1000 == 0
                ? Quantity.of(millis / 1000, step.format())
                : Quantity.ofScaled(millis, -3, step.format());
    }

    private static Quantity inWholes(Quantity amount, Quantity min, Quantity step) {
        if (amount.compareTo(Quantity.of(Long.MAX_VALUE)) > 0) {
            throw new AllocationException(
                    NOT_REPRESENTABLE + "request %s exceeds MaxInt64".formatted(amount));
        }
        long steps = steps(amount.value() - min.value(), step.value());
        if (min.value() >= 0 && steps > (Long.MAX_VALUE - min.value()) / step.value()) {
            throw new AllocationException(
                    NOT_REPRESENTABLE
                            + "rounding request %s up to the next step passes MaxInt64"
                                    .formatted(amount));
        }
        return Quantity.of(min.value() + step.value() * steps, step.format());
    }

    private static long steps(long distance, long step) {
        return distance / step + (distance % step == 0 ? 0 : 1);
    }

    private boolean usesMillis(Range range) {
        return fractional
                && range.min().map(CapacityRequests::exactMillis).orElse(true)
                && range.max().map(CapacityRequests::exactMillis).orElse(true)
                && range.step()
                        .map(step -> exactMillis(step) && step.milliValue() >= 1)
                        .orElse(true);
    }

    private static boolean exactMillis(Quantity amount) {
        return amount.compareTo(Quantity.ofMillis(amount.milliValue())) == 0;
    }

    private boolean violates(Quantity amount, Policy policy) {
        if (policy.defaultValue().isPresent() && same(amount, policy.defaultValue().get())) {
            return false;
        }
        if (policy.validRange().isPresent()) {
            return violates(amount, policy.validRange().get());
        }
        List<Quantity> valid = policy.validValues().orElse(List.of());
        return !valid.isEmpty() && !valid.contains(amount);
    }

    // Parity: violatesPolicy compares the representation, not the number.
    private static boolean same(Quantity one, Quantity other) {
        return one.equals(other)
                && one.format() == other.format()
                && one.toString().equals(other.toString());
    }

    private boolean violates(Quantity amount, Range range) {
        if (range.max().isPresent() && amount.compareTo(range.max().get()) > 0) {
            return true;
        }
        if (range.step().isEmpty()) {
            return false;
        }
        Quantity step = range.step().get();
        Quantity min = range.min().orElse(Quantity.ZERO);
        if (usesMillis(range)) {
            return !exactMillis(amount)
                    || (amount.milliValue() - min.milliValue()) % step.milliValue() != 0;
        }
        return (amount.value() - min.value()) % step.value() != 0;
    }
}
