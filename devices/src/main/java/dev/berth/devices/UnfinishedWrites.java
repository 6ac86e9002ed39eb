package dev.berth.devices;

import dev.berth.model.Pod;
import dev.berth.model.device.ResourceClaim;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The writes to claims that have begun and whose results are not known yet.
///
/// The plugins of all profiles and configurations share them, because a pod can be retried with
/// another plugin than the one that began the write. Used from the scheduling thread and from the
/// threads that bind pods.
final class UnfinishedWrites {
    /// The claims before the write of an allocation whose outcome is not known, by the UID of the
    /// reserved claim.
    private final Map<String, ResourceClaim> inDoubt = new ConcurrentHashMap<>();

    private final Map<Reservation, Removal> removals = new ConcurrentHashMap<>();

    private record Reservation(String claimUid, String podUid) {}

    /// The removal of a reservation. Until it has ended, the claim may look reserved for a new
    /// attempt of the pod.
    final class Removal {
        private final Reservation reservation;

        private Removal(Reservation reservation) {
            this.reservation = reservation;
        }

        /// Whether a new attempt of the pod reserves the claim again, so the removal must not be
        /// repeated.
        boolean cancelled() {
            return removals.get(reservation) != this;
        }

        /// No write follows.
        void end() {
            removals.remove(reservation, this);
        }
    }

    /// The reservation of the claim for the pod is being removed.
    Removal beginRemoval(ResourceClaim claim, Pod pod) {
        var removal = new Removal(new Reservation(claim.uid(), pod.uid()));
        removals.put(removal.reservation, removal);
        return removal;
    }

    /// Cancels the removal of the reservation; returns whether there was one. A write that it has
    /// sent already is not cancelled, but it has no effect after another write to the claim.
    boolean cancelRemoval(ResourceClaim claim, Pod pod) {
        return removals.remove(new Reservation(claim.uid(), pod.uid())) != null;
    }

    /// It is not known whether the write of an allocation was applied.
    ///
    /// @param before the version of the claim that the write is based on
    void inDoubt(ResourceClaim claim, ResourceClaim before) {
        inDoubt.put(claim.uid(), before);
    }

    /// The version before a write of the claim whose outcome is not known, if there is one. It is
    /// returned once.
    @Nullable ResourceClaim takeInDoubt(ResourceClaim claim) {
        return inDoubt.remove(claim.uid());
    }
}
