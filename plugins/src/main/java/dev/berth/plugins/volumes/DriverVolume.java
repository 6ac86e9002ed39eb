package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;

import java.util.Optional;

/// A volume as a driver knows it: whoever uses it by whatever name, it is attached once.
record DriverVolume(String driver, String handle) {
    /// The volume of a name; nothing if no driver of today attaches it.
    ///
    /// @param drivers whether drivers have taken over what Kubernetes drove itself
    static Optional<DriverVolume> of(PersistentVolume volume, boolean drivers) {
        if (volume.source().equals(PersistentVolume.CSI)) {
            return Optional.of(
                            new DriverVolume(
                                    volume.detail().textAt("driver").orElse(""), handle(volume)))
                    .filter(DriverVolume::isWhole);
        }
        Optional<InTreeVolumes> kind =
                InTreeVolumes.ofSource(volume.source()).filter(InTreeVolumes::migrated);
        if (kind.isEmpty() || !drivers) {
            return Optional.empty();
        }
        try {
            String handle = Translation.handle(volume, kind.get());
            return Optional.of(new DriverVolume(kind.get().driver(), handle))
                    .filter(DriverVolume::isWhole);
        } catch (Translation.Impossible untold) {
            return Optional.empty();
        }
    }

    /// What the driver calls a volume that was made for drivers.
    static String handle(PersistentVolume volume) {
        return volume.detail().textAt("volumeHandle").orElse("");
    }

    private boolean isWhole() {
        return !driver.isEmpty() && !handle.isEmpty();
    }
}
