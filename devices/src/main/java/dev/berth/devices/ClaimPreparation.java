package dev.berth.devices;

import dev.berth.devices.CycleClaims.Entry;
import dev.berth.devices.allocation.AllocationException;
import dev.berth.devices.allocation.Allocator;
import dev.berth.devices.allocation.AllocatorFeatures;
import dev.berth.devices.allocation.NodeSelectors;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ExactDeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.Reject;

import java.util.ArrayList;
import java.util.Optional;

/// Reads the claims of a pod once per attempt (kube-scheduler: `PreFilter` of DynamicResources).
final class ClaimPreparation {
    private final AllocatorFeatures features;
    private final SharedDevices devices;
    private final ObjectLister objects;
    private final boolean prioritizedLists;
    private final ClaimFilter.Settings settings;

    ClaimPreparation(
            AllocatorFeatures features,
            SharedDevices devices,
            ObjectLister objects,
            boolean prioritizedLists,
            ClaimFilter.Settings settings) {
        this.features = features;
        this.devices = devices;
        this.objects = objects;
        this.prioritizedLists = prioritizedLists;
        this.settings = settings;
    }

    /// @param rejection the rejection of the pod
    record Prepared(CycleClaims claims, Optional<Reject> rejection) {}

    Prepared prepare(Pod pod, boolean extendedResources) {
        PodClaims named = PodClaims.of(pod, objects);
        if (!named.problem().isEmpty()) {
            return rejected(named.problem());
        }
        var claims = new ArrayList<>(named.claims());
        Optional<PodExtendedResources> extended =
                extendedResources
                        ? PodExtendedResources.of(pod, devices, objects)
                        : Optional.empty();
        extended.ifPresent(each -> claims.add(each.claim()));
        var entries = new ArrayList<Entry>();
        boolean allocate = false;
        for (ResourceClaim claim : claims) {
            if (claim.allocation().isPresent()) {
                entries.add(allocated(claim, claim.allocation().get()));
                continue;
            }
            allocate = true;
            if (devices.pendingAllocation(claim).isPresent()) {
                return rejected(
                        "resource claim %s is in the process of being allocated"
                                .formatted(claim.key()));
            }
            if (extended.isEmpty() || !extended.get().claim().uid().equals(claim.uid())) {
                Optional<String> problem = problem(claim);
                if (problem.isPresent()) {
                    return rejected(problem.get());
                }
            }
            entries.add(new Entry(claim, Optional.empty(), true));
        }
        return new Prepared(
                new CycleClaims(
                        entries, extended, allocate ? Optional.of(allocator()) : Optional.empty()),
                Optional.empty());
    }

    private static Prepared rejected(String problem) {
        return new Prepared(CycleClaims.none(), Optional.of(Reject.unresolvable(problem)));
    }

    private Entry allocated(ResourceClaim claim, Allocation allocation) {
        return new Entry(
                claim, allocation.nodeSelector().map(NodeSelectors::parse), isUsable(claim));
    }

    private boolean isUsable(ResourceClaim claim) {
        if (!settings.bindingConditions()) {
            return true;
        }
        long now = settings.nowNanos().getAsLong();
        return switch (BindingReadiness.of(claim, settings.bindingTimeout(), now).state()) {
            case READY, WAITING -> true;
            case TIMED_OUT, FAILED -> false;
        };
    }

    private Optional<String> problem(ResourceClaim claim) {
        for (DeviceRequest request : claim.requests()) {
            Optional<String> problem = problem(claim, request);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(ResourceClaim claim, DeviceRequest request) {
        if (request.exactly().isPresent()) {
            return problem(request.name(), request.exactly().get());
        }
        String where = "resource claim %s, request %s".formatted(claim.key(), request.name());
        if (request.firstAvailable().isEmpty()) {
            return Optional.of(where + ": unknown request type");
        }
        if (!prioritizedLists) {
            return Optional.of(
                    where + ": has subrequests, but the DRAPrioritizedList feature is disabled");
        }
        for (ExactDeviceRequest each : request.firstAvailable()) {
            Optional<String> problem = problem(request.name() + "/" + each.name(), each);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(String request, ExactDeviceRequest wanted) {
        String name = wanted.deviceClassName();
        if (name.isEmpty()) {
            throw new AllocationException(
                    "request %s: unsupported request type".formatted(request));
        }
        return classOf(name).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "request %s: device class %s does not exist".formatted(request, name));
    }

    private Optional<DeviceClass> classOf(String name) {
        return objects.get(Kind.DEVICE_CLASS, name).map(DeviceClass.class::cast);
    }

    private Allocator allocator() {
        return new Allocator(
                features,
                devices.slices()::pools,
                devices.allocated(),
                this::classOf,
                devices.selectors());
    }
}
