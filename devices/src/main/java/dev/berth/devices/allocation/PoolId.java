package dev.berth.devices.allocation;

import dev.berth.model.device.DeviceId;
import dev.berth.model.device.ResourceSlice;

import java.util.Comparator;

/// The identity of a pool of devices, ordered by driver and then by name.
public record PoolId(String driver, String pool) implements Comparable<PoolId> {
    private static final Comparator<PoolId> ORDER =
            Comparator.comparing(PoolId::driver).thenComparing(PoolId::pool);

    public static PoolId of(ResourceSlice slice) {
        return new PoolId(slice.driver(), slice.pool());
    }

    static PoolId of(DeviceId device) {
        return new PoolId(device.driver(), device.pool());
    }

    @Override
    public int compareTo(PoolId other) {
        return ORDER.compare(this, other);
    }

    /// `driver/pool`, as in messages.
    @Override
    public String toString() {
        return driver + "/" + pool;
    }
}
