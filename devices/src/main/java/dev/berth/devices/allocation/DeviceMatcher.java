package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.devices.allocation.PlannedDevices.ResolvedRequest;
import dev.berth.model.Node;

import java.util.List;
import java.util.Optional;

/// Decides whether a request can use a device at all, regardless of allocations (kube-scheduler:
/// `isSelectable`).
final class DeviceMatcher {
    private static final String HINT =
            ". consider using CEL optional chaining (.? followed by orValue()) or guarding the"
                    + " check with has() for optional fields";

    private final Selectors selectors;
    private final AllocatorFeatures features;
    private final Runnable interruption;

    DeviceMatcher(Selectors selectors, AllocatorFeatures features, AllocationDeadline deadline) {
        this.selectors = selectors;
        this.features = features;
        this.interruption = deadline::check;
    }

    /// @throws AllocationException if a selector fails
    boolean matches(ResolvedRequest request, IndexedSlice slice, IndexedDevice device, Node node) {
        if (!features.bindingConditions()
                && !device.device().bindingConditions().orElse(List.of()).isEmpty()) {
            return false;
        }
        return matchAll(
                        request.deviceClass().selectors(),
                        "class",
                        request.deviceClass().name(),
                        device)
                && matchAll(request.request().selectors(), "claim", request.claim(), device)
                && (!slice.slice().selectsPerDevice()
                        || NodeSelectors.selects(device.device().nodes(), node));
    }

    private boolean matchAll(
            List<Optional<String>> expressions, String kind, String owner, IndexedDevice device) {
        for (int i = 0; i < expressions.size(); i++) {
            Selectors.Compiled selector = selectors.of(expressions.get(i).orElse(""));
            if (selector.invalid()) {
                throw new AllocationException(
                        "%s %s: selector #%d: CEL compile error: %s"
                                .formatted(kind, owner, i, selector.problem()));
            }
            Selectors.Result result = device.content().result(selector, interruption);
            if (result.failed()) {
                String problem = result.problem();
                throw new AllocationException(
                        "%s %s: selector #%d on device %s: CEL runtime error: %s"
                                .formatted(
                                        kind,
                                        owner,
                                        i,
                                        device.id(),
                                        problem.contains("no such key:")
                                                ? problem + HINT
                                                : problem));
            }
            if (!result.matches()) {
                return false;
            }
        }
        return true;
    }
}
