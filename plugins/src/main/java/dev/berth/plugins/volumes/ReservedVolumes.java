package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;

import java.util.List;

/// The volumes that are reserved for a pod on its node.
///
/// @param allBound whether all claims were bound already
/// @param bindings the existing volumes, with their assumed state
/// @param provisions the claims to provision, with their assumed state
record ReservedVolumes(
        boolean allBound, List<Binding> bindings, List<PersistentVolumeClaim> provisions) {
    static final ReservedVolumes NOTHING = new ReservedVolumes(true, List.of(), List.of());

    /// @param before the volume before the reservation
    record Binding(PersistentVolumeClaim claim, PersistentVolume before, PersistentVolume assumed) {
        boolean changes() {
            return !before.equals(assumed);
        }
    }
}
