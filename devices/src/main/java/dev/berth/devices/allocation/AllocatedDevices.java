package dev.berth.devices.allocation;

import dev.berth.model.Quantity;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceId;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// The devices that are allocated, with the consumed capacity of shared devices (kube-scheduler:
/// `AllocatedState`).
///
/// Allocations are counted by claim, so that a claim whose allocation is pending and already
/// observed counts once.
public final class AllocatedDevices {

    /// The uses of one device.
    private static final class Uses {
        int exclusive;
        int shares;
        int sharesWithCapacity;
        final Map<String, Quantity> consumed = new HashMap<>();

        boolean isEmpty() {
            return exclusive == 0 && shares == 0;
        }
    }

    private final boolean consumableCapacity;
    private final Map<DeviceId, Uses> uses = new HashMap<>();
    private final Map<PoolId, Long> revisions = new HashMap<>();
    private long revision;

    public AllocatedDevices(AllocatorFeatures features) {
        this.consumableCapacity = features.consumableCapacity();
    }

    public void clear() {
        uses.clear();
        revisions.clear();
        revision++;
    }

    /// Counts an allocation.
    public void add(Allocation allocation) {
        for (AllocatedDevice device : allocation.devices()) {
            if (!device.admin()) {
                changed(device.id());
                add(device, uses.computeIfAbsent(device.id(), id -> new Uses()));
            }
        }
    }

    private void add(AllocatedDevice device, Uses of) {
        if (!shared(device)) {
            of.exclusive++;
            return;
        }
        of.shares++;
        if (device.consumedCapacity().isPresent()) {
            of.sharesWithCapacity++;
            device.consumedCapacity()
                    .get()
                    .forEach((name, amount) -> of.consumed.merge(name, amount, Quantity::add));
        }
    }

    /// Ends the count of an allocation.
    public void remove(Allocation allocation) {
        for (AllocatedDevice device : allocation.devices()) {
            Uses of = device.admin() ? null : uses.get(device.id());
            if (of != null) {
                changed(device.id());
                remove(device, of);
                if (of.isEmpty()) {
                    uses.remove(device.id());
                }
            }
        }
    }

    private void remove(AllocatedDevice device, Uses of) {
        if (!shared(device)) {
            of.exclusive--;
            return;
        }
        of.shares--;
        if (device.consumedCapacity().isPresent()) {
            of.sharesWithCapacity--;
            device.consumedCapacity()
                    .get()
                    .forEach((name, amount) ->
                            of.consumed.computeIfPresent(name, (key, sum) -> sum.subtract(amount)));
        }
    }

    private boolean shared(AllocatedDevice device) {
        return consumableCapacity && device.shareId().isPresent();
    }

    private void changed(DeviceId device) {
        revision++;
        revisions.put(PoolId.of(device), revision);
    }

    /// A number that changes whenever an allocation of the pool changes.
    long revision(PoolId pool) {
        return revisions.getOrDefault(pool, 0L);
    }

    /// Whether the device is allocated as a whole.
    boolean exclusively(DeviceId device) {
        Uses of = uses.get(device);
        return of != null && of.exclusive > 0;
    }

    /// Whether a part of the device is allocated.
    boolean shared(DeviceId device) {
        Uses of = uses.get(device);
        return of != null && of.shares > 0;
    }

    /// Whether the device or a part of it is allocated.
    boolean inUse(DeviceId device) {
        return uses.containsKey(device);
    }

    /// The consumed amount of each capacity of a shared device.
    Map<String, Quantity> consumed(DeviceId device) {
        @Nullable Uses of = uses.get(device);
        return of == null || of.sharesWithCapacity == 0 ? Map.of() : of.consumed;
    }
}
