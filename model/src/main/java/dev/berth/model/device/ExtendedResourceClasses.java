package dev.berth.model.device;

import dev.berth.model.ResourceNames;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The device classes that provide extended resources (kube-scheduler: `ExtendedResourceCache`).
/// Reporting the same change twice has no effect.
public final class ExtendedResourceClasses {
    /// The prefix of the extended resource that every class provides.
    public static final String IMPLICIT_PREFIX = "deviceclass.resource.kubernetes.io/";

    private final Map<String, DeviceClass> byResource = new HashMap<>();
    private final Map<String, DeviceClass> byName = new HashMap<>();
    private long revision;

    /// Whether devices can provide the resource.
    public static boolean eligible(String resource) {
        return ResourceNames.extended(resource) || resource.startsWith(IMPLICIT_PREFIX);
    }

    /// A number that changes with every change of a class.
    public long revision() {
        return revision;
    }

    /// Forgets all classes.
    public void clear() {
        revision++;
        byResource.clear();
        byName.clear();
    }

    /// Whether no class is known.
    public boolean isEmpty() {
        return byResource.isEmpty();
    }

    /// The class that provides the resource.
    public Optional<DeviceClass> classOf(String resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    /// Applies a change of a class.
    public void changed(DeviceClass deviceClass, boolean exists) {
        revision++;
        if (exists) {
            DeviceClass before = byName.put(deviceClass.name(), deviceClass);
            if (!deviceClass.equals(before)) {
                put(Optional.ofNullable(before), deviceClass);
            }
        } else if (byName.remove(deviceClass.name()) != null) {
            remove(deviceClass);
        }
    }

    private void put(Optional<DeviceClass> before, DeviceClass after) {
        Optional<DeviceClass> known = after.extendedResourceName().map(byResource::get);
        // Parity: an update that keeps the resource does not replace the object either, because
        // the class does not precede itself.
        if (known.isPresent() && !precedes(after, known.get())) {
            return;
        }
        before.ifPresent(this::remove);
        byResource.put(IMPLICIT_PREFIX + after.name(), after);
        after.extendedResourceName().ifPresent(name -> byResource.put(name, after));
    }

    private static boolean precedes(DeviceClass one, DeviceClass other) {
        Instant created = one.meta().created().orElse(Instant.MIN);
        Instant otherCreated = other.meta().created().orElse(Instant.MIN);
        int order = otherCreated.compareTo(created);
        return order < 0 || order == 0 && one.name().compareTo(other.name()) < 0;
    }

    private void remove(DeviceClass deviceClass) {
        byResource.remove(IMPLICIT_PREFIX + deviceClass.name());
        deviceClass.extendedResourceName().ifPresent(byResource::remove);
    }
}
