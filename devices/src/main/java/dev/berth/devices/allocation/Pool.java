package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.model.Quantity;
import dev.berth.model.device.CounterSet;
import dev.berth.model.device.Device;

import java.util.List;
import java.util.Map;

/// The devices of a pool, as one node sees them.
///
/// @param state whether devices can be allocated
/// @param slices the slices with devices for the node, in order
/// @param otherSlices the slices with devices for other nodes only, which share the counters
/// @param counterSets the shared counters by name
public record Pool(
        PoolId id,
        State state,
        List<IndexedSlice> slices,
        List<IndexedSlice> otherSlices,
        Map<String, Map<String, Quantity>> counterSets) {

    /// Whether devices can be allocated.
    public enum State {
        USABLE,
        /// Not all slices of the latest generation are known.
        INCOMPLETE,
        /// The slices contradict each other.
        INVALID
    }

    static Pool without(PoolId id, State state) {
        return new Pool(id, state, List.of(), List.of(), Map.of());
    }

    boolean usable() {
        return state == State.USABLE;
    }

    /// Whether pods must wait for conditions of some device. Such pools are used last.
    boolean hasBindingConditions() {
        for (IndexedSlice slice : slices) {
            for (IndexedDevice device : slice.devices()) {
                if (device.device().bindingConditions().isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether the device consumes only counters of the pool.
    boolean definesCountersOf(Device device) {
        for (CounterSet consumed : device.consumesCounters()) {
            Map<String, Quantity> counters = counterSets.get(consumed.name());
            if (counters == null || !counters.keySet().containsAll(consumed.counters().keySet())) {
                return false;
            }
        }
        return true;
    }
}
