package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolumeClaim;

import java.util.Optional;

/// Looks up claims and volumes for counting attachments.
interface VolumeLookup {
    /// A claim, and its volume if a CSI driver attaches it.
    record Known(PersistentVolumeClaim claim, Optional<DriverVolume> volume) {}

    /// @param key `namespace/name`
    /// @param drivers whether CSI migration applies to in-tree volumes
    Optional<Known> claim(String key, boolean drivers);

    /// The volume handle of the CSI volume with this name.
    Optional<String> handle(String volume);
}
