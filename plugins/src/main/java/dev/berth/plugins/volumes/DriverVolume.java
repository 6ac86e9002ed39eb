package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;

import java.util.Optional;

/// A volume of a CSI driver. It is attached once, even if several pods use it under different
/// names.
record DriverVolume(String driver, String handle) {
    /// The volume of a PersistentVolume; empty if no CSI driver attaches it.
    ///
    /// @param drivers whether CSI migration applies to in-tree volumes
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

    /// The volume handle of a CSI volume.
    static String handle(PersistentVolume volume) {
        return volume.detail().textAt("volumeHandle").orElse("");
    }

    private boolean isWhole() {
        return !driver.isEmpty() && !handle.isEmpty();
    }
}
