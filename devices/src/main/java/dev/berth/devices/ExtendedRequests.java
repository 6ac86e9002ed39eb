package dev.berth.devices;

import dev.berth.model.Container;
import dev.berth.model.Pod;
import dev.berth.model.PodClaimStatuses.RequestMapping;
import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ExactDeviceRequest;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// Turns the extended resources of containers into requests for devices (kube-scheduler:
/// `createRequestsAndMappings`).
///
/// Init containers run before the others, so they use the devices of the containers that run later,
/// and then those of the init container with the largest remainder.
final class ExtendedRequests {
    private final List<Container> containers = new ArrayList<>();
    private final int initContainers;
    private final List<DeviceRequest> requests = new ArrayList<>();
    private final List<RequestMapping> mappings = new ArrayList<>();

    private ExtendedRequests(Pod pod) {
        this.containers.addAll(pod.template().initContainers());
        this.initContainers = containers.size();
        this.containers.addAll(pod.template().containers());
    }

    /// @param classes the names of the classes by resource
    static ExtendedRequests of(Pod pod, SortedMap<String, String> classes) {
        var created = new ExtendedRequests(pod);
        classes.forEach(created::add);
        created.requests.sort(Comparator.comparing(DeviceRequest::name));
        return created;
    }

    List<DeviceRequest> requests() {
        return List.copyOf(requests);
    }

    List<RequestMapping> mappings() {
        return List.copyOf(mappings);
    }

    private boolean runsToCompletion(int container) {
        return container < initContainers && !containers.get(container).restartable();
    }

    private void add(String resource, String deviceClass) {
        var longLived = new ArrayList<@Nullable DeviceRequest>();
        for (int i = 0; i < containers.size(); i++) {
            var own = new ArrayList<RequestMapping>();
            longLived.add(
                    runsToCompletion(i)
                            ? null
                            : request(i, resource, deviceClass, List.of(), own).orElse(null));
            mappings.addAll(own);
        }
        Optional<DeviceRequest> largest = Optional.empty();
        Set<String> replaced = new HashSet<>();
        var shortLived = new ArrayList<RequestMapping>();
        for (int i = 0; i < initContainers; i++) {
            if (!runsToCompletion(i)) {
                continue;
            }
            Optional<DeviceRequest> request =
                    request(
                            i,
                            resource,
                            deviceClass,
                            longLived.subList(i, longLived.size()),
                            shortLived);
            if (request.isPresent()) {
                replaced.add(request.get().name());
                if (largest.isEmpty() || count(largest.get()) < count(request.get())) {
                    largest = request;
                }
            }
        }
        if (largest.isPresent()) {
            DeviceRequest kept = largest.get();
            requests.add(kept);
            shortLived.replaceAll(each ->
                    replaced.contains(each.request())
                            ? new RequestMapping(each.container(), each.resource(), kept.name())
                            : each);
        }
        longLived.stream().filter(each -> each != null).forEach(requests::add);
        mappings.addAll(shortLived);
    }

    private static long count(DeviceRequest request) {
        return request.exactly().map(ExactDeviceRequest::count).orElse(0L);
    }

    /// The request of a container for what the reusable requests do not cover.
    private Optional<DeviceRequest> request(
            int index,
            String resource,
            String deviceClass,
            List<@Nullable DeviceRequest> reusable,
            List<RequestMapping> out) {
        Container container = containers.get(index);
        Map<String, Quantity> wanted = container.requests().asMap();
        long needed = wanted.containsKey(resource) ? whole(wanted.get(resource)) : 0;
        if (needed == 0) {
            return Optional.empty();
        }
        long covered = 0;
        for (DeviceRequest each : reusable) {
            if (each != null) {
                covered += count(each);
                out.add(new RequestMapping(container.name(), resource, each.name()));
                if (covered >= needed) {
                    return Optional.empty();
                }
            }
        }
        int position = new ArrayList<>(wanted.keySet()).indexOf(resource);
        String name = "container-" + index + "-request-" + position;
        out.add(new RequestMapping(container.name(), resource, name));
        return Optional.of(
                new DeviceRequest(
                        name,
                        Optional.of(ExactDeviceRequest.of(name, deviceClass, needed - covered)),
                        List.of()));
    }

    /// The amount, or 0 if it is not an integer of 64 bits.
    private static long whole(@Nullable Quantity amount) {
        if (amount == null) {
            return 0;
        }
        BigDecimal exact = amount.toBigDecimal();
        try {
            return exact.longValueExact();
        } catch (ArithmeticException fractionOrTooLarge) {
            return 0;
        }
    }
}
