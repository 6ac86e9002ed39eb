package dev.berth.plugins.volumes;

import dev.berth.model.LabelSelector;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The requirements of a claim on a volume, except for the node affinity.
///
/// @param size the requested size, zero if it is not set
record ClaimRequirements(PersistentVolumeClaim claim, Quantity size, Selector selector) {
    private static final Comparator<ClaimRequirements> BY_SIZE =
            Comparator.comparing(ClaimRequirements::size);

    /// The requirements of claims, smallest size first.
    static List<ClaimRequirements> bySize(List<PersistentVolumeClaim> claims) {
        var demands = new ArrayList<ClaimRequirements>();
        for (PersistentVolumeClaim claim : claims) {
            demands.add(of(claim));
        }
        demands.sort(BY_SIZE);
        return demands;
    }

    private static ClaimRequirements of(PersistentVolumeClaim claim) {
        return new ClaimRequirements(
                claim,
                claim.request().orElse(Quantity.ZERO),
                claim.selector()
                        .map(written -> selector(claim, written))
                        .orElse(Selector.EVERYTHING));
    }

    private static Selector selector(PersistentVolumeClaim claim, LabelSelector written) {
        try {
            return Selector.of(Optional.of(written));
        } catch (SelectorException unreadable) {
            throw new IllegalStateException(
                    "error creating internal label selector for claim: %s: %s"
                            .formatted(claim.key(), unreadable.getMessage()),
                    unreadable);
        }
    }

    /// Whether a volume that is reserved for the claim is suitable.
    boolean acceptsKept(PersistentVolume volume) {
        return volume.capacity().compareTo(size) >= 0
                && volume.volumeMode().equals(claim.volumeMode())
                && volume.attributesClass().equals(claim.attributesClass())
                && volume.meta().deleted().isEmpty();
    }

    /// Whether a volume that is not reserved is suitable.
    boolean acceptsFree(PersistentVolume volume) {
        return acceptsKept(volume)
                && selector.matches(volume.meta().labels())
                && volume.accessModes().containsAll(claim.accessModes());
    }
}
