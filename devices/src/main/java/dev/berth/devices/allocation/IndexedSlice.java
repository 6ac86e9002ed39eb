package dev.berth.devices.allocation;

import dev.berth.expression.DeviceInput;
import dev.berth.model.Quantity;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceCapacity;
import dev.berth.model.device.DeviceId;
import dev.berth.model.device.ResourceSlice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;

/// A slice with the identities and contents of its devices.
///
/// @param slice the slice, with the taints of the rules that match its devices
public record IndexedSlice(ResourceSlice slice, List<IndexedDevice> devices) {

    /// A device of a slice.
    ///
    /// @param wholeFits whether a request without amounts fits on the device if nothing is consumed
    public record IndexedDevice(
            DeviceId id, Device device, MatchedContent content, boolean wholeFits) {}

    /// @param contents returns the shared instance of a content
    static IndexedSlice of(ResourceSlice slice, Function<DeviceInput, MatchedContent> contents) {
        var devices = new ArrayList<IndexedDevice>(slice.devices().size());
        for (Device device : slice.devices()) {
            devices.add(
                    new IndexedDevice(
                            new DeviceId(slice.driver(), slice.pool(), device.name()),
                            device,
                            contents.apply(content(slice.driver(), device)),
                            wholeFits(device)));
        }
        return new IndexedSlice(slice, List.copyOf(devices));
    }

    private static boolean wholeFits(Device device) {
        for (DeviceCapacity capacity : device.capacity().values()) {
            if (capacity.policy().isPresent() || capacity.value().sign() < 0) {
                return false;
            }
        }
        return true;
    }

    /// What selectors can read of the device.
    private static DeviceInput content(String driver, Device device) {
        var capacity = new HashMap<String, Quantity>();
        device.capacity().forEach((name, each) -> capacity.put(name, each.value()));
        return new DeviceInput(
                driver, device.attributes(), capacity, device.allowMultipleAllocations());
    }

    /// The slice without shared contents.
    public static IndexedSlice of(ResourceSlice slice) {
        return of(slice, MatchedContent::new);
    }

    String name() {
        return slice.name();
    }

    /// Whether the slice defines counters instead of devices.
    boolean definesCounters() {
        return !slice.sharedCounters().isEmpty();
    }
}
