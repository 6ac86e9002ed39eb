package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.device.DeviceConstraint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A constraint of a claim during a search: the attribute values of the chosen devices.
final class AttributeConstraint {
    private final Set<String> requests;
    private final String attribute;
    private final boolean distinct;
    private final Deque<DeviceAttribute> values = new ArrayDeque<>();

    private AttributeConstraint(Set<String> requests, String attribute, boolean distinct) {
        this.requests = requests;
        this.attribute = attribute;
        this.distinct = distinct;
    }

    /// The constraint; empty if its type is unknown.
    static Optional<AttributeConstraint> of(DeviceConstraint constraint) {
        var requests = new HashSet<>(constraint.requests());
        return constraint
                .matchAttribute()
                .map(name -> new AttributeConstraint(requests, name, false))
                .or(() ->
                        constraint
                                .distinctAttribute()
                                .map(name -> new AttributeConstraint(requests, name, true)));
    }

    private boolean concerns(PlannedDevices request) {
        return requests.isEmpty()
                || requests.contains(request.parent())
                || request.alternative() && requests.contains(request.resultName());
    }

    /// Adds a device; returns false if the constraint does not allow it.
    boolean add(PlannedDevices request, IndexedDevice device) {
        if (!concerns(request)) {
            return true;
        }
        Optional<DeviceAttribute> value = valueOf(device);
        if (value.isEmpty() || !values.isEmpty() && !allows(value.get())) {
            return false;
        }
        values.addLast(value.get());
        return true;
    }

    /// Removes the device that was added last.
    void remove(PlannedDevices request) {
        if (concerns(request)) {
            values.removeLast();
        }
    }

    private Optional<DeviceAttribute> valueOf(IndexedDevice device) {
        Map<String, DeviceAttribute> attributes = device.device().attributes();
        DeviceAttribute value = attributes.get(attribute);
        int slash = attribute.indexOf('/');
        if (value == null
                && slash >= 0
                && attribute.substring(0, slash).equals(device.id().driver())) {
            value = attributes.get(attribute.substring(slash + 1));
        }
        return Optional.ofNullable(value);
    }

    // Parity: lists have no meaning for constraints, so only the first device can have one.
    private boolean allows(DeviceAttribute value) {
        boolean single =
                switch (value) {
                    case DeviceAttribute.OfString _,
                            DeviceAttribute.OfInt _,
                            DeviceAttribute.OfBool _,
                            DeviceAttribute.OfVersion _ ->
                            true;
                    case DeviceAttribute.OfInts _,
                            DeviceAttribute.OfBools _,
                            DeviceAttribute.OfStrings _,
                            DeviceAttribute.OfVersions _,
                            DeviceAttribute.Unsupported _ ->
                            false;
                };
        return single && (distinct ? !values.contains(value) : value.equals(values.getFirst()));
    }
}
