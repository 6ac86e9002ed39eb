package dev.berth.devices;

import dev.berth.devices.ReservedClaims.Reserved;
import dev.berth.model.DeviceEncoder;
import dev.berth.model.Kind;
import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.ClaimConsumer;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.spi.Assumption;
import dev.berth.spi.OutOfSyncException;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The writes to claims. Each patch contains the resource version that it is based on.
final class ClaimWrites {
    private static final String CREATIONS =
            "dynamic_resource_allocation_resourceclaim_creates_total";
    private static final int ATTEMPTS = 5;
    private static final Duration NEWER_VERSION = Duration.ofSeconds(10);
    private static final Duration NEW_CLAIM = Duration.ofMinutes(2);

    private final PluginContext context;
    private final boolean timestamps;

    /// @param timestamps whether allocations have a timestamp, for the timeout of binding
    ///   conditions
    ClaimWrites(PluginContext context, boolean timestamps) {
        this.context = context;
        this.timestamps = timestamps;
    }

    /// Writes the allocation and the reservation for the pod, and assumes the result.
    ///
    /// @param inDoubt receives the claim before the write if it is not known whether the API server
    ///   applied the write of its allocation
    /// @throws IllegalStateException if the claim has changed in between, if the API server rejects
    ///   the write, or if there is no response
    ResourceClaim bind(Pod pod, Reserved reserved, Consumer<ResourceClaim> inDoubt)
            throws InterruptedException {
        ResourceClaim claim =
                reserved.extended().isPresent() && reserved.extended().get().inMemory()
                        ? create(pod, reserved.claim())
                        : reserved.claim();
        ResourceClaim bound = bind(pod, claim, reserved.allocation(), inDoubt);
        context.runLater(() -> assume(bound));
        if (reserved.extended().isPresent()) {
            writePodStatus(pod, bound, reserved.extended().get());
        }
        return bound;
    }

    /// Assumes the claim unless this version or a newer one is already observed.
    private void assume(ResourceClaim claim) {
        boolean observed =
                PodClaims.find(context.objects(), claim.key())
                        .filter(now -> number(now) >= number(claim))
                        .isPresent();
        if (!observed) {
            try {
                context.objects().assume(claim, Assumption.UNTIL_NEWER);
            } catch (OutOfSyncException deleted) {
                // Another claim has the name now, or none has.
            }
        }
    }

    static long number(ResourceClaim claim) {
        try {
            return Long.parseLong(version(claim));
        } catch (NumberFormatException noNumber) {
            return -1;
        }
    }

    private ResourceClaim bind(
            Pod pod,
            ResourceClaim read,
            Optional<Allocation> allocation,
            Consumer<ResourceClaim> inDoubt)
            throws InterruptedException {
        ResourceClaim claim = read;
        WriteOutcome.Refused conflict = new WriteOutcome.Refused(0, "");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (attempt > 0) {
                claim = newer(claim, conflict);
            }
            if (claim.meta().deleted().isPresent()) {
                throw failure(claim, "got deleted in the meantime");
            }
            if (allocation.isPresent() && claim.allocation().isPresent()) {
                throw failure(claim, "got allocated elsewhere in the meantime");
            }
            if (timestamps && allocation.isEmpty() && claim.allocation().isEmpty()) {
                throw failure(claim, "got deallocated elsewhere in the meantime");
            }
            WriteOutcome outcome =
                    allocation.isPresent() ? addFinalizer(claim) : new WriteOutcome.Done("");
            String step = "add finalizer to claim " + claim.key();
            if (outcome instanceof WriteOutcome.Done(String version)) {
                claim = version.isEmpty() ? claim : withVersion(claim, version);
                step =
                        (allocation.isPresent()
                                        ? "add allocation and reservation to claim "
                                        : "add reservation to claim ")
                                + claim.key();
                ResourceClaim wanted = reserved(claim, pod, allocation);
                outcome = writeStatus(wanted, allocation.isPresent(), inDoubt);
                if (outcome instanceof WriteOutcome.Done(String written)) {
                    return withVersion(wanted, written);
                }
            }
            conflict = conflict(outcome, step);
        }
        throw new IllegalStateException(conflict.message());
    }

    /// Writes the status. If the thread is interrupted, the write may still be under way.
    private WriteOutcome writeStatus(
            ResourceClaim wanted, boolean allocation, Consumer<ResourceClaim> inDoubt)
            throws InterruptedException {
        boolean known = false;
        try {
            WriteOutcome outcome = context.write(status(wanted, allocation));
            known = !(outcome instanceof WriteOutcome.Unknown);
            return outcome;
        } finally {
            if (!known && allocation) {
                inDoubt.accept(wanted);
            }
        }
    }

    /// Changes a claim that is not allocated in this version, so that the API server rejects every
    /// older write that is based on this version. The finalizer is not needed without an
    /// allocation.
    void supersede(ResourceClaim claim, Consumer<WriteOutcome> then) {
        context.submit(removeFinalizer(claim), then);
    }

    private static IllegalStateException failure(ResourceClaim claim, String problem) {
        return new IllegalStateException("claim %s %s".formatted(claim.key(), problem));
    }

    /// @throws IllegalStateException if the outcome is not a conflict
    private static WriteOutcome.Refused conflict(WriteOutcome outcome, String step) {
        return switch (outcome) {
            case WriteOutcome.Refused(int code, String message) -> {
                if (code != WriteOutcome.Refused.CONFLICT) {
                    throw new IllegalStateException(step + ": " + message);
                }
                yield new WriteOutcome.Refused(code, step + ": " + message);
            }
            case WriteOutcome.Unknown(String message) ->
                    throw new IllegalStateException(step + ": " + message);
            case WriteOutcome.Done _ ->
                    throw new IllegalStateException("a successful write is not a conflict");
        };
    }

    private ResourceClaim newer(ResourceClaim claim, WriteOutcome.Refused conflict)
            throws InterruptedException {
        try {
            return context.await(
                            objects ->
                                    Optional.of(
                                                    objects.find(Kind.RESOURCE_CLAIM, claim.key())
                                                            .map(ResourceClaim.class::cast))
                                            .filter(now ->
                                                    now.isEmpty()
                                                            || !version(now.get())
                                                                    .equals(version(claim))),
                            NEWER_VERSION)
                    .filter(now -> now.uid().equals(claim.uid()))
                    .orElseThrow(() ->
                            new IllegalStateException(
                                    "get updated claim %s after conflict: resourceclaims.resource.k8s.io \"%s\" not found"
                                            .formatted(claim.key(), claim.name())));
        } catch (TimeoutException unchanged) {
            throw new IllegalStateException(conflict.message(), unchanged);
        }
    }

    private static String version(ResourceClaim claim) {
        return claim.meta().resourceVersion();
    }

    private static ResourceClaim withVersion(ResourceClaim claim, String version) {
        return claim.withMeta(claim.meta().withResourceVersion(version));
    }

    private ResourceClaim reserved(ResourceClaim claim, Pod pod, Optional<Allocation> allocation) {
        var consumers = new ArrayList<>(claim.reservedFor());
        if (!claim.reservedFor(pod.uid())) {
            consumers.add(ClaimConsumer.pod(pod.name(), pod.uid()));
        }
        ResourceClaim reserved = claim.withReservedFor(consumers);
        return allocation.isEmpty()
                ? reserved
                : reserved.withAllocation(
                        allocation.map(known -> timestamps ? known.withTimestamp(now()) : known));
    }

    /// The API server stores whole seconds.
    private Instant now() {
        return Instant.ofEpochSecond(context.nowNanos() / 1_000_000_000L);
    }

    private WriteOutcome addFinalizer(ResourceClaim claim) throws InterruptedException {
        Meta meta = claim.meta();
        if (meta.finalizers().contains(ResourceClaim.FINALIZER)) {
            return new WriteOutcome.Done("");
        }
        var finalizers = new ArrayList<>(meta.finalizers());
        finalizers.add(ResourceClaim.FINALIZER);
        return context.write(
                merge(claim, precondition(claim).with("finalizers", texts(finalizers))));
    }

    private static Write merge(ResourceClaim claim, Json.Obj metadata) {
        return new Write.Merge(
                Kind.RESOURCE_CLAIM,
                claim.meta().namespace(),
                claim.name(),
                claim.uid(),
                Json.Obj.of("metadata", metadata));
    }

    private static Write status(ResourceClaim claim, boolean allocation) {
        Json.Obj status =
                Json.Obj.of(
                        "reservedFor",
                        claim.reservedFor().isEmpty()
                                ? Json.Null.NULL
                                : DeviceEncoder.consumers(claim.reservedFor()));
        if (allocation) {
            status =
                    status.with(
                            "allocation",
                            claim.allocation()
                                    .<Json>map(DeviceEncoder::allocation)
                                    .orElse(Json.Null.NULL));
        }
        return status(claim, status);
    }

    private static Write status(ResourceClaim claim, Json.Obj status) {
        return new Write.MergeStatus(
                Kind.RESOURCE_CLAIM,
                claim.meta().namespace(),
                claim.name(),
                claim.uid(),
                Json.Obj.of("metadata", precondition(claim)).with("status", status));
    }

    private static Json.Obj precondition(ResourceClaim claim) {
        return Json.Obj.EMPTY.with("uid", claim.uid()).with("resourceVersion", version(claim));
    }

    private static Json.Arr texts(List<String> texts) {
        return new Json.Arr(texts.stream().<Json>map(Json::of).toList());
    }

    /// Removes the reservation for a pod, and assumes the result. Retries after a conflict unless
    /// the removal is cancelled.
    ///
    /// @param removal is ended when no write follows
    /// @param retries runs a retry after a time
    void removeReservation(
            ResourceClaim claim,
            Pod pod,
            UnfinishedWrites.Removal removal,
            BiConsumer<Duration, Runnable> retries) {
        removeReservation(claim, pod, removal, retries, ATTEMPTS);
    }

    private void removeReservation(
            ResourceClaim claim,
            Pod pod,
            UnfinishedWrites.Removal removal,
            BiConsumer<Duration, Runnable> retries,
            int attempts) {
        List<ClaimConsumer> others =
                claim.reservedFor().stream()
                        .filter(consumer -> !consumer.uid().equals(pod.uid()))
                        .toList();
        ResourceClaim wanted = claim.withReservedFor(others);
        context.submit(
                status(wanted, false),
                outcome -> {
                    if (outcome instanceof WriteOutcome.Refused(int code, var _)
                            && code == WriteOutcome.Refused.CONFLICT
                            && attempts > 1) {
                        retries.accept(
                                Duration.ofSeconds(1),
                                () -> removeAgain(claim, pod, removal, retries, attempts - 1));
                        return;
                    }
                    if (outcome instanceof WriteOutcome.Done(String version)) {
                        assume(withVersion(wanted, version));
                    }
                    removal.end();
                });
    }

    private void removeAgain(
            ResourceClaim claim,
            Pod pod,
            UnfinishedWrites.Removal removal,
            BiConsumer<Duration, Runnable> retries,
            int attempts) {
        Optional<ResourceClaim> now =
                PodClaims.find(context.objects(), claim.key())
                        .filter(each -> each.uid().equals(claim.uid()))
                        .filter(each -> each.reservedFor(pod.uid()));
        if (now.isPresent() && !removal.cancelled()) {
            removeReservation(now.get(), pod, removal, retries, attempts);
        } else {
            removal.end();
        }
    }

    /// Clears the allocation and all reservations of a claim.
    ///
    /// @param failed runs if the API server has not confirmed it
    void deallocate(ResourceClaim claim, Runnable failed) {
        context.submit(
                status(
                        claim,
                        Json.Obj.of("allocation", Json.Null.NULL)
                                .with("reservedFor", Json.Null.NULL)
                                .with("devices", Json.Null.NULL)),
                outcome -> {
                    if (!(outcome instanceof WriteOutcome.Done)) {
                        failed.run();
                    }
                });
    }

    /// Deletes a claim, after removing its finalizer.
    void delete(ResourceClaim claim) {
        context.submit(
                removeFinalizer(claim),
                outcome -> {
                    if (outcome instanceof WriteOutcome.Done) {
                        context.submit(
                                new Write.Delete(
                                        Kind.RESOURCE_CLAIM,
                                        claim.meta().namespace(),
                                        claim.name(),
                                        claim.uid()),
                                deleted -> {});
                    }
                });
    }

    private static Write removeFinalizer(ResourceClaim claim) {
        List<String> finalizers =
                claim.meta().finalizers().stream()
                        .filter(each -> !each.equals(ResourceClaim.FINALIZER))
                        .toList();
        return merge(
                claim,
                precondition(claim)
                        .with(
                                "finalizers",
                                finalizers.isEmpty() ? Json.Null.NULL : texts(finalizers)));
    }

    /// Creates the claim for extended resources, and waits until it is observed.
    private ResourceClaim create(Pod pod, ResourceClaim claim) throws InterruptedException {
        String where = "create claim for extended resources " + pod.namespace() + "/: ";
        String name = ExtendedClaim.name(claim, mixed(pod.uid().hashCode() + context.nowNanos()));
        Write write =
                new Write.Create(
                        Kind.RESOURCE_CLAIM, claim.uid(), ExtendedClaim.content(claim, name));
        WriteOutcome created = context.write(write);
        context.recordMetric(
                CREATIONS,
                Duration.ZERO,
                List.of(
                        created instanceof WriteOutcome.Done ? "success" : "failure",
                        "false",
                        "",
                        "Pod"));
        switch (created) {
            case WriteOutcome.Done _ -> {}
            case WriteOutcome.Refused(int code, String message) ->
                    throw new IllegalStateException(where + message);
            case WriteOutcome.Unknown(String message) ->
                    throw new IllegalStateException(where + message);
        }
        try {
            return (ResourceClaim)
                    context.await(
                                    Kind.RESOURCE_CLAIM,
                                    pod.namespace() + "/" + name,
                                    Optional::isPresent,
                                    NEW_CLAIM)
                            .orElseThrow();
        } catch (TimeoutException late) {
            throw new IllegalStateException(where + "the claim was not observed", late);
        }
    }

    /// Spreads close numbers over all numbers.
    private static long mixed(long number) {
        long spread = number * 0x9E3779B97F4A7C15L;
        return spread ^ spread >>> 32;
    }

    private void writePodStatus(Pod pod, ResourceClaim claim, ExtendedClaim extended)
            throws InterruptedException {
        if (extended.mappings().isEmpty()) {
            throw new IllegalStateException(
                    "nil or empty request mappings, no update of pod %s ExtendedResourceClaimStatus"
                            .formatted(pod.key()));
        }
        var status = new PodClaimStatuses.Extended(claim.name(), extended.mappings());
        Write write =
                new Write.MergeStatus(
                        Kind.POD,
                        pod.namespace(),
                        pod.name(),
                        pod.uid(),
                        Json.Obj.of("metadata", Json.Obj.EMPTY.with("uid", pod.uid()))
                                .with(
                                        "status",
                                        Json.Obj.of(
                                                "extendedResourceClaimStatus",
                                                DeviceEncoder.extendedClaim(status))));
        switch (context.write(write)) {
            case WriteOutcome.Done _ -> {}
            case WriteOutcome.Refused(int code, String message) ->
                    throw statusFailure(pod, message);
            case WriteOutcome.Unknown(String message) -> throw statusFailure(pod, message);
        }
    }

    private static IllegalStateException statusFailure(Pod pod, String message) {
        return new IllegalStateException(
                "update pod %s ExtendedResourceClaimStatus: %s".formatted(pod.key(), message));
    }
}
