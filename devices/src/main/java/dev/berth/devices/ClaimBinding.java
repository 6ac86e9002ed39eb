package dev.berth.devices;

import dev.berth.devices.ReservedClaims.Reserved;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Reject;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/// Keeps the allocations of a pod from its reservation until they are written, and waits until the
/// devices are ready.
///
/// [#bind] runs on a virtual thread, everything else on the scheduling thread.
final class ClaimBinding {
    private static final Duration RETRY = Duration.ofSeconds(5);

    private static final String TIMEOUT = "device binding timeout: ";
    private static final String WAITS = "scheduler_dra_bindingconditions_allocations_total";
    private static final String WAIT_SECONDS =
            "scheduler_dra_bindingconditions_wait_duration_seconds";

    private static final PostFilterVerdict DEALLOCATED =
            new PostFilterVerdict.Failure(
                    Reject.unschedulable("deallocation of ResourceClaim completed"),
                    Nomination.KEEP);
    private static final PostFilterVerdict DELETED =
            new PostFilterVerdict.Failure(
                    Reject.unschedulable("deletion of ResourceClaim completed"), Nomination.KEEP);

    private final PluginContext context;
    private final SharedDevices devices;
    private final ClaimFilter.Settings settings;
    private final ClaimWrites writes;

    ClaimBinding(PluginContext context, SharedDevices devices, ClaimFilter.Settings settings) {
        this.context = context;
        this.devices = devices;
        this.settings = settings;
        this.writes = new ClaimWrites(context, settings.bindingConditions());
    }

    /// Makes the new allocations pending, with IDs for their shares.
    ReservedClaims reserve(ReservedClaims wanted) {
        var reserved = new ArrayList<Reserved>();
        for (Reserved each : wanted.claims()) {
            Optional<Allocation> allocation = each.allocation().map(this::withShareIds);
            allocation.ifPresent(
                    known -> devices.addPending(each.claim().withAllocation(Optional.of(known))));
            reserved.add(new Reserved(each.claim(), allocation, each.extended()));
        }
        return new ReservedClaims(reserved);
    }

    private Allocation withShareIds(Allocation allocation) {
        if (allocation.devices().stream().noneMatch(each -> each.shareId().isPresent())) {
            return allocation;
        }
        RandomGenerator random = context.random();
        List<AllocatedDevice> named =
                allocation.devices().stream()
                        .map(device ->
                                device.shareId().isPresent()
                                        ? ClaimReservation.withShareId(device, uuid(random))
                                        : device)
                        .toList();
        return new Allocation(
                named, allocation.config(), allocation.nodeSelector(), allocation.timestamp());
    }

    private static String uuid(RandomGenerator random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & ~(3L << 62) | 1L << 63;
        return new UUID(high, low).toString();
    }

    /// Undoes [#reserve], and removes the reservations of the pod that are written.
    void unreserve(Placement placement, ReservedClaims reserved) {
        for (Reserved each : reserved.claims()) {
            if (each.allocation().isPresent()) {
                ResourceClaim before = devices.unfinished().takeInDoubt(each.claim());
                if (before == null) {
                    dropPending(each.claim(), each.claim(), false);
                } else {
                    dropWhenKnown(each.claim(), before);
                }
            }
            PodClaims.find(context.objects(), each.claim().key())
                    .filter(claim -> claim.uid().equals(each.claim().uid()))
                    .filter(claim -> claim.allocation().isPresent())
                    .filter(claim -> claim.reservedFor(placement.pod().uid()))
                    .ifPresent(claim -> removeReservation(claim, placement.pod()));
            if (each.extended().isPresent()) {
                devices.extendedClaimOf(placement.pod(), context.objects())
                        .ifPresent(writes::delete);
            }
        }
    }

    private void removeReservation(ResourceClaim claim, Pod pod) {
        UnfinishedWrites.Removal removal = devices.unfinished().beginRemoval(claim, pod);
        writes.removeReservation(claim, pod, removal, devices::retryLater);
    }

    // Differs: kube-scheduler requeues no pod when it drops an allocation that it has not written,
    // or that was written and cleared before it was observed. The pods that were rejected in the
    // meantime wait for another event.
    private void dropPending(ResourceClaim claim, ResourceClaim written, boolean force) {
        if (devices.removePending(claim, force) && !devices.isWritten(written)) {
            context.activate(devices.takeRejectedPods());
        }
    }

    /// Drops the allocation when a version of the claim is observed that shows whether the write
    /// was applied. Until then, the API server may hold the allocation, so its devices are not
    /// free.
    private void dropWhenKnown(ResourceClaim claim, ResourceClaim before) {
        devices.whenChanged(before, () -> dropPending(claim, before, false));
        supersede(before);
    }

    private void supersede(ResourceClaim before) {
        if (!devices.awaitsChange(before)) {
            return;
        }
        writes.supersede(
                before,
                outcome -> {
                    boolean changed =
                            outcome instanceof WriteOutcome.Done
                                    || outcome instanceof WriteOutcome.Refused(int code, var _)
                                            && (code == WriteOutcome.Refused.CONFLICT
                                                    || code == WriteOutcome.Refused.NOT_FOUND);
                    if (!changed) {
                        devices.retryLater(RETRY, () -> supersede(before));
                    }
                });
    }

    /// Writes the allocations and reservations of a pod, and waits until the devices are ready.
    ///
    /// @throws IllegalStateException if this fails
    void bind(Placement placement, ReservedClaims reserved) throws InterruptedException {
        Pod pod = placement.pod();
        var bound = new ArrayList<ResourceClaim>();
        for (Reserved each : reserved.claims()) {
            if (each.extended().isPresent()
                    && each.allocation().isEmpty()
                    && each.claim().requests().isEmpty()) {
                continue;
            }
            // The reservation of an earlier attempt does not count while it is being removed, and
            // its removal must not be repeated after the write.
            boolean removed = devices.unfinished().cancelRemoval(each.claim(), pod);
            bound.add(
                    each.claim().reservedFor(pod.uid()) && !removed
                            ? each.claim()
                            : writes.bind(
                                    pod,
                                    each,
                                    before -> devices.unfinished().inDoubt(each.claim(), before)));
        }
        if (settings.bindingConditions() && bound.stream().anyMatch(this::mustWait)) {
            await(placement, bound);
        }
        // The claims are assumed by then, so their devices do not become free in between.
        context.runLater(() -> {
            for (Reserved each : reserved.claims()) {
                if (each.allocation().isPresent()) {
                    dropPending(
                            each.claim(),
                            each.extended().isPresent() ? bound.getLast() : each.claim(),
                            true);
                }
            }
        });
    }

    private boolean mustWait(ResourceClaim claim) {
        return claim.allocation().orElseThrow().devices().stream()
                .anyMatch(device -> !device.bindingConditions().orElse(List.of()).isEmpty());
    }

    private void await(Placement placement, List<ResourceClaim> claims)
            throws InterruptedException {
        context.event(
                new EventRecord(
                        placement.pod(),
                        false,
                        "BindingConditionsPending",
                        "Scheduling",
                        "waiting for binding conditions for device on node " + placement.node()));
        long start = context.nowNanos();
        String problem;
        try {
            problem =
                    context.await(objects -> readiness(claims, objects), settings.bindingTimeout());
        } catch (TimeoutException late) {
            problem = TIMEOUT + "context deadline exceeded";
        }
        record(claims, status(problem), Duration.ofNanos(context.nowNanos() - start));
        if (!problem.isEmpty()) {
            throw new IllegalStateException(problem);
        }
    }

    private static String status(String problem) {
        if (problem.isEmpty()) {
            return "success";
        }
        if (problem.startsWith(TIMEOUT)) {
            return "timeout";
        }
        return problem.startsWith(BindingReadiness.FAILURE) ? "failure" : "error";
    }

    // Parity: the duration is recorded for each device, also without conditions.
    private void record(List<ResourceClaim> claims, String status, Duration waited) {
        for (ResourceClaim claim : claims) {
            for (AllocatedDevice device : claim.allocation().orElseThrow().devices()) {
                var labels = List.of(context.profile(), device.id().driver(), status);
                context.recordMetric(WAIT_SECONDS, waited, labels);
                if (!device.bindingConditions().orElse(List.of()).isEmpty()) {
                    context.recordMetric(WAITS, waited, labels);
                }
            }
        }
    }

    /// The problem of the devices, or the empty string if they are ready; absent while they are
    /// not.
    private Optional<String> readiness(List<ResourceClaim> claims, ObjectLookup objects) {
        for (ResourceClaim claim : claims) {
            // The check runs again when an object changes that it looks up here.
            objects.find(Kind.RESOURCE_CLAIM, claim.key());
            Optional<ResourceClaim> now = PodClaims.find(context.objects(), claim.key());
            if (now.isEmpty()) {
                return Optional.of("could not find ResourceClaim \"%s\"".formatted(claim.key()));
            }
            BindingReadiness.Readiness readiness =
                    BindingReadiness.of(now.get(), settings.bindingTimeout(), context.nowNanos());
            switch (readiness.state()) {
                case READY -> {}
                case WAITING -> {
                    return Optional.empty();
                }
                case TIMED_OUT -> {
                    return Optional.of(TIMEOUT + "claim=" + claim.name());
                }
                case FAILED -> {
                    return Optional.of(readiness.problem());
                }
            }
        }
        return Optional.of("");
    }

    /// Deallocates a claim that a node cannot use, if no other pod uses it; or deletes the claim
    /// for extended resources of an earlier attempt. Empty if there is nothing to do.
    Optional<PostFilterVerdict> deallocate(
            PodCycle cycle, CycleClaims claims, Diagnosis diagnosis) {
        BitSet unavailable = unavailable(cycle, claims, diagnosis);
        for (int index = unavailable.nextSetBit(0);
                index >= 0;
                index = unavailable.nextSetBit(index + 1)) {
            ResourceClaim claim = claims.entries().get(index).claim();
            boolean free =
                    claim.reservedFor().isEmpty()
                            || claim.reservedFor().size() == 1
                                    && claim.reservedFor(cycle.pod().uid());
            if (!claims.isExtended(claim) && free) {
                if (!cycle.dryRun()) {
                    // Parity: a pod whose claim cannot be deallocated is retried after a backoff.
                    String pod = cycle.pod().key();
                    writes.deallocate(
                            claim,
                            () -> context.runLater(RETRY, () -> context.activate(Set.of(pod))));
                }
                return Optional.of(DEALLOCATED);
            }
        }
        Optional<ResourceClaim> leftOver =
                claims.extended()
                        .map(PodExtendedResources::claim)
                        .filter(claim -> !claim.name().equals(ExtendedClaim.SPECIAL_NAME));
        if (leftOver.isPresent()) {
            if (!cycle.dryRun()) {
                writes.delete(leftOver.get());
            }
            return Optional.of(DELETED);
        }
        return Optional.empty();
    }

    /// The claims that are the reason for the rejection of some node. The filter may have run on
    /// nodes that an earlier plugin rejects.
    private static BitSet unavailable(PodCycle cycle, CycleClaims claims, Diagnosis diagnosis) {
        var unavailable = new BitSet();
        for (Diagnosis.Group group : diagnosis.groups()) {
            if (group.why().equals(ClaimFilter.UNAVAILABLE)) {
                for (int row = group.rows().next(0); row >= 0; row = group.rows().next(row + 1)) {
                    unavailable.or(claims.unavailableOn(cycle.nodes().view(row).node()));
                }
            }
        }
        return unavailable;
    }
}
