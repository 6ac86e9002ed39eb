package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolumeClaim;

import java.util.Optional;

/// What has to be known of claims and volumes to count what drivers attach.
interface VolumeLookup {
    /// A claim, and what is attached for it if a driver does it.
    record Known(PersistentVolumeClaim claim, Optional<DriverVolume> volume) {}

    /// @param key `namespace/name`
    /// @param drivers whether drivers have taken over what Kubernetes drove itself
    Optional<Known> claim(String key, boolean drivers);

    /// What its driver calls the volume of this name, if it was made for drivers.
    Optional<String> handle(String volume);
}
