package dev.berth.devices;

import dev.berth.devices.allocation.AllocatedDevices;
import dev.berth.devices.allocation.AllocatorFeatures;
import dev.berth.devices.allocation.DeviceCounts;
import dev.berth.devices.allocation.SelectorFactory;
import dev.berth.devices.allocation.Selectors;
import dev.berth.devices.allocation.SliceIndex;
import dev.berth.model.KubeObject;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.PluginContext;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/// What all profiles of a scheduler know about devices: the slices, the allocated devices and the
/// pending allocations (kube-scheduler: `DefaultDRAManager`).
///
/// Every profile's plugin reports the same changes, so each change is applied only once. Survives a
/// reload of the configuration. On the scheduling thread only, except for [#unfinished] and
/// [#closed].
final class SharedDevices {
    private final Selectors selectors;
    private final SliceIndex slices;
    private final AllocatedDevices allocated;
    private final ResultCache results;
    private final ExtendedResourceClasses extendedResources = new ExtendedResourceClasses();
    private final Map<String, ResourceClaim> claims = new HashMap<>();
    private final Map<String, Pending> pending = new HashMap<>();

    private final Set<String> rejectedPods = new LinkedHashSet<>();

    /// The keys of the claims for extended resources, by the UID of the pod.
    private final Map<String, SortedSet<String>> extendedClaims = new HashMap<>();

    private final Map<String, ChangeWait> changeWaits = new HashMap<>();

    private final UnfinishedWrites unfinished = new UnfinishedWrites();

    /// The contexts of the plugins that are not closed, in the order of their creation.
    private final List<PluginContext> contexts = new CopyOnWriteArrayList<>();

    /// @param claim the version after which a change is awaited
    private record ChangeWait(ResourceClaim claim, Runnable then) {}

    /// The allocations that `allocated` counts, by claim.
    private final Map<String, Allocation> counted = new HashMap<>();

    /// A claim whose allocation is not written yet, and the number of pods that wait for it.
    private record Pending(ResourceClaim claim, int pods) {}

    SharedDevices(AllocatorFeatures features, SelectorFactory compiler) {
        this.selectors = new Selectors(compiler);
        this.slices = new SliceIndex(features, selectors);
        this.allocated = new AllocatedDevices(features);
        this.results = new ResultCache(slices.changes());
    }

    Selectors selectors() {
        slices.limitResults();
        return selectors;
    }

    SliceIndex slices() {
        return slices;
    }

    AllocatedDevices allocated() {
        return allocated;
    }

    /// The counts of devices for scores.
    DeviceCounts counts() {
        return new DeviceCounts(slices, selectors, allocated, extendedResources);
    }

    /// The results of the allocator from earlier attempts.
    ResultCache results() {
        return results;
    }

    ExtendedResourceClasses extendedResources() {
        return extendedResources;
    }

    /// The writes to claims that attempts of all plugins have begun.
    UnfinishedWrites unfinished() {
        return unfinished;
    }

    /// A plugin uses the devices from now on.
    void opened(PluginContext context) {
        contexts.add(context);
    }

    /// The plugin with this context is closed.
    void closed(PluginContext context) {
        contexts.remove(context);
    }

    /// Runs `work` after a time with the newest plugin, because a reload of the configuration can
    /// close the one that requests it. Without a plugin, it does not run.
    void retryLater(Duration wait, Runnable work) {
        List<PluginContext> open = List.copyOf(contexts);
        if (!open.isEmpty()) {
            open.getLast().runLater(wait, work);
        }
    }

    /// Forgets all objects. Pending allocations stay.
    void forgetObjects() {
        slices.clear();
        extendedClaims.clear();
        claims.clear();
        extendedResources.clear();
        allocated.clear();
        counted.clear();
        pending.values().forEach(each -> count(id(each.claim())));
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        KubeObject either = after.or(() -> before).orElseThrow();
        switch (either) {
            case ResourceSlice slice -> {
                if (after.isPresent()) {
                    slices.put(slice);
                } else {
                    slices.remove(slice.name());
                }
            }
            case DeviceTaintRule rule -> {
                if (after.isPresent()) {
                    slices.putRule(rule);
                } else {
                    slices.removeRule(rule.meta().name());
                }
            }
            case DeviceClass deviceClass -> {
                extendedResources.changed(deviceClass, after.isPresent());
                slices.classChanged();
            }
            case ResourceClaim claim -> {
                if (claim.meta()
                        .annotations()
                        .get(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION)
                        .equals(Optional.of("true"))) {
                    extendedClaimChanged(claim, after.isPresent());
                }
            }
            default -> {}
        }
    }

    private void extendedClaimChanged(ResourceClaim claim, boolean exists) {
        for (OwnerReference owner : claim.meta().owners()) {
            if (owner.controller() && exists) {
                extendedClaims
                        .computeIfAbsent(owner.uid(), uid -> new TreeSet<>())
                        .add(claim.key());
            } else if (owner.controller()) {
                Set<String> keys = extendedClaims.get(owner.uid());
                if (keys != null && keys.remove(claim.key()) && keys.isEmpty()) {
                    extendedClaims.remove(owner.uid());
                }
            }
        }
    }

    /// The claim for the extended resources of a pod, in its assumed version.
    Optional<ResourceClaim> extendedClaimOf(Pod pod, ObjectLister objects) {
        for (String key : extendedClaims.getOrDefault(pod.uid(), Collections.emptySortedSet())) {
            Optional<ResourceClaim> claim = PodClaims.find(objects, key);
            if (claim.isPresent()
                    && claim.get().meta().owners().stream()
                            .anyMatch(owner ->
                                    owner.controller()
                                            && owner.uid().equals(pod.uid())
                                            && owner.name().equals(pod.name()))) {
                return claim;
            }
        }
        return Optional.empty();
    }

    /// Applies a change of a claim, assumed changes included.
    void claimChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.orElse(null) instanceof ResourceClaim claim) {
            ResourceClaim known = claims.put(claim.key(), claim);
            if (known == null || !known.equals(claim)) {
                recount(known, claim);
            }
            ended(known == null ? id(claim) : id(known));
        } else if (before.orElse(null) instanceof ResourceClaim claim
                && claims.remove(claim.key()) != null) {
            count(id(claim));
            ended(id(claim));
        }
    }

    /// Runs `then` as soon as a newer version of the claim is known, or its deletion.
    void whenChanged(ResourceClaim claim, Runnable then) {
        changeWaits.put(id(claim), new ChangeWait(claim, then));
        ended(id(claim));
    }

    /// Whether [#whenChanged] waits for this claim.
    boolean awaitsChange(ResourceClaim claim) {
        return changeWaits.containsKey(id(claim));
    }

    private void ended(String id) {
        ChangeWait wait = changeWaits.get(id);
        if (wait != null
                && current(wait.claim())
                        .filter(now -> ClaimWrites.number(now) <= ClaimWrites.number(wait.claim()))
                        .isEmpty()) {
            changeWaits.remove(id);
            wait.then().run();
        }
    }

    private void recount(@Nullable ResourceClaim before, ResourceClaim after) {
        if (before != null && !id(before).equals(id(after))) {
            count(id(before));
        }
        count(id(after), Optional.of(after));
    }

    private static String id(ResourceClaim claim) {
        return claim.uid().isEmpty() ? claim.key() : claim.uid();
    }

    private void count(String id) {
        count(id, Optional.empty());
    }

    /// Counts the allocation of a claim: the observed one, or else the pending one.
    private void count(String id, Optional<ResourceClaim> observed) {
        Optional<Allocation> allocation =
                observed.flatMap(ResourceClaim::allocation)
                        .or(() ->
                                Optional.ofNullable(pending.get(id))
                                        .flatMap(each -> each.claim().allocation()));
        Allocation before =
                allocation.isPresent() ? counted.put(id, allocation.get()) : counted.remove(id);
        if (before != null && allocation.isPresent() && before.equals(allocation.get())) {
            return;
        }
        if (before != null) {
            allocated.remove(before);
            slices.allocationChanged(before);
        }
        if (allocation.isPresent()) {
            allocated.add(allocation.get());
            slices.allocationChanged(allocation.get());
        }
    }

    private Optional<ResourceClaim> current(ResourceClaim claim) {
        return Optional.ofNullable(claims.get(claim.key()))
                .filter(known -> id(known).equals(id(claim)));
    }

    /// Whether the claim is allocated in its assumed version.
    boolean isWritten(ResourceClaim claim) {
        return current(claim).flatMap(ResourceClaim::allocation).isPresent();
    }

    /// The pending allocation of a claim.
    Optional<Allocation> pendingAllocation(ResourceClaim claim) {
        return Optional.ofNullable(pending.get(id(claim)))
                .flatMap(each -> each.claim().allocation());
    }

    int pendingAllocations() {
        return pending.size();
    }

    /// A pod (`namespace/name`) was rejected. If an allocation is pending, its end may help the
    /// pod.
    void rejected(String pod) {
        if (!pending.isEmpty()) {
            rejectedPods.add(pod);
        }
    }

    /// The pods that were rejected while an allocation was pending. They are reported once.
    Set<String> takeRejectedPods() {
        var pods = Set.copyOf(rejectedPods);
        rejectedPods.clear();
        return pods;
    }

    /// Adds a pending allocation, or one more pod to a pending allocation (kube-scheduler:
    /// `SignalClaimPendingAllocation`).
    void addPending(ResourceClaim claim) {
        pending.merge(
                id(claim),
                new Pending(claim, 1),
                (known, one) -> new Pending(known.claim(), known.pods() + 1));
        count(id(claim), current(claim));
    }

    /// Removes one pod from a pending allocation, or all with `force`; returns whether the
    /// allocation is no longer pending (kube-scheduler: `MaybeRemoveClaimPendingAllocation`).
    boolean removePending(ResourceClaim claim, boolean force) {
        Pending known = pending.get(id(claim));
        if (known == null) {
            return false;
        }
        if (!force && known.pods() > 1) {
            pending.put(id(claim), new Pending(known.claim(), known.pods() - 1));
            return false;
        }
        pending.remove(id(claim));
        count(id(claim), current(claim));
        if (pending.isEmpty() && isWritten(claim)) {
            rejectedPods.clear();
        }
        return true;
    }
}
