package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;

import java.util.List;

/// What was set aside for a pod on its node.
///
/// @param allBound whether nothing had to be
/// @param bindings volumes that exist, each as it is assumed to be once it is the claim's
/// @param provisions claims as they are assumed to be once a volume is being made for them
record ReservedVolumes(
        boolean allBound, List<Binding> bindings, List<PersistentVolumeClaim> provisions) {
    static final ReservedVolumes NOTHING = new ReservedVolumes(true, List.of(), List.of());

    /// @param before the volume as it was found
    record Binding(PersistentVolumeClaim claim, PersistentVolume before, PersistentVolume assumed) {
        boolean changes() {
            return !before.equals(assumed);
        }
    }
}
