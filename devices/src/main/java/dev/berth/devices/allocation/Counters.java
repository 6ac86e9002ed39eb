package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.model.Quantity;
import dev.berth.model.device.CounterSet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The shared counters of pools during a search: what allocated devices leave, and what the chosen
/// devices consume.
final class Counters {
    private final AllocatedDevices allocated;
    private final Map<PoolId, Map<String, Map<String, Quantity>>> available = new HashMap<>();
    private final Map<PoolId, Map<String, Map<String, Quantity>>> consumed = new HashMap<>();

    Counters(AllocatedDevices allocated) {
        this.allocated = allocated;
    }

    /// Consumes the counters of a device; returns false if one of the pool is exceeded.
    boolean consume(Pool pool, IndexedDevice device) {
        add(pool, device, false);
        if (withinLimits(pool)) {
            return true;
        }
        add(pool, device, true);
        return false;
    }

    /// Returns the counters of a device.
    void release(Pool pool, IndexedDevice device) {
        add(pool, device, true);
    }

    private void add(Pool pool, IndexedDevice device, boolean negative) {
        Map<String, Map<String, Quantity>> sets =
                consumed.computeIfAbsent(pool.id(), id -> new HashMap<>());
        for (CounterSet each : device.device().consumesCounters()) {
            Map<String, Quantity> counters =
                    sets.computeIfAbsent(each.name(), name -> new HashMap<>());
            each.counters()
                    .forEach((name, amount) ->
                            counters.merge(
                                    name, negative ? amount.negate() : amount, Quantity::add));
        }
    }

    // Parity: checkAvailableCounters checks every counter of the pool, so a counter that is already
    // exceeded blocks all devices with counters.
    private boolean withinLimits(Pool pool) {
        Map<String, Map<String, Quantity>> used = consumed.getOrDefault(pool.id(), Map.of());
        for (Map.Entry<String, Map<String, Quantity>> set :
                available.computeIfAbsent(pool.id(), id -> available(pool)).entrySet()) {
            Map<String, Quantity> ofSet = used.getOrDefault(set.getKey(), Map.of());
            for (Map.Entry<String, Quantity> counter : set.getValue().entrySet()) {
                Quantity amount = ofSet.getOrDefault(counter.getKey(), Quantity.ZERO);
                if (counter.getValue().compareTo(amount) < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private Map<String, Map<String, Quantity>> available(Pool pool) {
        var left = new HashMap<String, Map<String, Quantity>>();
        pool.counterSets().forEach((name, counters) -> left.put(name, new HashMap<>(counters)));
        for (List<IndexedSlice> slices : List.of(pool.slices(), pool.otherSlices())) {
            for (IndexedSlice slice : slices) {
                for (IndexedDevice device : slice.devices()) {
                    if (allocated.inUse(device.id())) {
                        subtract(device, left);
                    }
                }
            }
        }
        return left;
    }

    private static void subtract(IndexedDevice device, Map<String, Map<String, Quantity>> left) {
        for (CounterSet each : device.device().consumesCounters()) {
            Map<String, Quantity> counters = left.getOrDefault(each.name(), Map.of());
            each.counters()
                    .forEach((name, amount) -> {
                        Quantity before = counters.get(name);
                        if (before != null) {
                            counters.put(name, before.subtract(amount));
                        }
                    });
        }
    }
}
