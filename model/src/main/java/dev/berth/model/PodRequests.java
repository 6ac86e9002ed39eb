package dev.berth.model;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/// The requests of a pod, computed in each way in which the scheduler uses them. All values are
/// rounded to `long` once per pod.
///
/// @param accounting the requests that count against the node of the pod
/// @param nonZeroCpuMillis the CPU for scoring, where a container without a CPU request counts as
///   100m
/// @param nonZeroMemoryBytes the memory for scoring, where a container without a memory request
///   counts as 200 MiB
/// @param fit the resources that must be free on a node to run the pod
/// @param scoring the resources that an incoming pod adds in allocation scores; pod-level requests
///   do not count
/// @param balanced the resources that an incoming pod adds in the score of balanced allocation
public record PodRequests(
        Requests accounting,
        long nonZeroCpuMillis,
        long nonZeroMemoryBytes,
        Requests fit,
        Requests scoring,
        Requests balanced) {

    private static final Quantity DEFAULT_CPU = Quantity.ofMillis(100);
    private static final Quantity DEFAULT_MEMORY = Quantity.of(200L * 1024 * 1024);
    private static final Map<String, Quantity> NO_DEFAULTS = Map.of();
    private static final Map<String, Quantity> BOTH_DEFAULTS =
            Map.of(ResourceList.CPU, DEFAULT_CPU, ResourceList.MEMORY, DEFAULT_MEMORY);

    /// Computes all values.
    static PodRequests of(PodTemplate template, PodStatus status) {
        var sum = new Sum(template, status, true, NO_DEFAULTS);
        boolean plain = status.equals(PodStatus.NONE);
        if (!plain && sum.followsSpec()) {
            // This is true for nearly every running pod, so these pods share one instance.
            return template.requests();
        }
        NavigableMap<String, Quantity> charged = sum.total();
        Requests accounting = Requests.of(charged);
        NavigableMap<String, Quantity> nonZero = nonZero(template, status, charged);
        return new PodRequests(
                accounting,
                nonZero.getOrDefault(ResourceList.CPU, Quantity.ZERO).milliValue(),
                nonZero.getOrDefault(ResourceList.MEMORY, Quantity.ZERO).value(),
                plain ? accounting.withoutNegatives() : template.requests().fit,
                plain
                        ? Requests.of(
                                new Sum(template, PodStatus.NONE, false, BOTH_DEFAULTS).total())
                        : template.requests().scoring,
                accounting);
    }

    /// The exact requests that count against the node of the pod.
    public static ResourceList list(Pod pod) {
        return ResourceList.of(new Sum(pod.template(), pod.status(), true, NO_DEFAULTS).total());
    }

    private static NavigableMap<String, Quantity> nonZero(
            PodTemplate template, PodStatus status, NavigableMap<String, Quantity> charged) {
        if (!podLevel(template)) {
            return new Sum(template, status, true, BOTH_DEFAULTS).total();
        }
        // With pod-level requests, the defaults of the containers apply only to the resources that
        // the pod-level requests do not contain.
        var missing = new TreeMap<>(BOTH_DEFAULTS);
        missing.keySet().removeAll(charged.keySet());
        return missing.isEmpty() ? charged : new Sum(template, status, true, missing).total();
    }

    private static boolean podLevel(PodTemplate template) {
        for (String name : template.parts().resources().names()) {
            if (supportedAtPodLevel(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean supportedAtPodLevel(String name) {
        return name.equals(ResourceList.CPU)
                || name.equals(ResourceList.MEMORY)
                || name.startsWith("hugepages-");
    }

    /// The sum of the requests of a pod, computed in one way.
    ///
    /// @param missing the defaults for resources that a container does not request
    private record Sum(
            PodTemplate template,
            PodStatus status,
            boolean withPodLevel,
            Map<String, Quantity> missing) {

        NavigableMap<String, Quantity> total() {
            NavigableMap<String, Quantity> total = ofContainers();
            if (withPodLevel) {
                replaceByPodLevel(total);
            }
            add(total, template.parts().overhead().asMap());
            return total;
        }

        /// The maximum of the desired, actual and allocated resources of all containers. The
        /// desired resources do not count if the node cannot resize the pod.
        // Parity: AggregateContainerRequests takes the maximum of the sums, not of each container.
        private NavigableMap<String, Quantity> ofContainers() {
            NavigableMap<String, Quantity> max =
                    status.resizeInfeasible() ? new TreeMap<>() : sum(Container::requests);
            if (reportsPodLevel()) {
                raise(max, status.resources().orElse(ResourceList.NONE).asMap());
                raise(max, status.allocated().asMap());
            } else if (status.resizeInfeasible() || !status.containers().isEmpty()) {
                raise(max, sum(this::actual));
                raise(max, sum(this::allocated));
            }
            return max;
        }

        /// Whether the status contains the sums of all containers.
        private boolean reportsPodLevel() {
            return !status.allocated().isEmpty()
                    && status.resources().isPresent()
                    && !status.resources().get().isEmpty();
        }

        private NavigableMap<String, Quantity> sum(Function<Container, ResourceList> requestsOf) {
            NavigableMap<String, Quantity> total = new TreeMap<>();
            for (Container container : template.containers()) {
                add(total, completed(requestsOf.apply(container)));
            }
            NavigableMap<String, Quantity> sidecars = new TreeMap<>();
            NavigableMap<String, Quantity> startUp = new TreeMap<>();
            for (Container container : template.initContainers()) {
                NavigableMap<String, Quantity> requests = completed(requestsOf.apply(container));
                if (container.restartable()) {
                    add(total, requests);
                    add(sidecars, requests);
                    raise(startUp, sidecars);
                } else {
                    add(requests, sidecars);
                    raise(startUp, requests);
                }
            }
            raise(total, startUp);
            return total;
        }

        private NavigableMap<String, Quantity> completed(ResourceList requests) {
            NavigableMap<String, Quantity> completed = requests.asMap();
            missing.forEach(completed::putIfAbsent);
            return completed;
        }

        private ResourceList allocated(Container container) {
            ContainerStatus known = statusOf(container.name());
            if (known != null && known.allocated().isPresent()) {
                return known.allocated().get();
            }
            return status.resizeInfeasible() ? ResourceList.NONE : container.requests();
        }

        private ResourceList actual(Container container) {
            ContainerStatus known = statusOf(container.name());
            return known != null && known.requests().isPresent()
                    ? known.requests().get()
                    : allocated(container);
        }

        private @Nullable ContainerStatus statusOf(String name) {
            for (ContainerStatus candidate : status.containers()) {
                if (candidate.name().equals(name)) {
                    return candidate;
                }
            }
            return null;
        }

        private void replaceByPodLevel(NavigableMap<String, Quantity> total) {
            if (!podLevel(template)) {
                return;
            }
            effectivePodLevel()
                    .forEach((name, amount) -> {
                        if (supportedAtPodLevel(name)) {
                            total.put(name, amount);
                        }
                    });
        }

        private NavigableMap<String, Quantity> effectivePodLevel() {
            ResourceList wanted = template.parts().resources();
            if (status.resources().isEmpty()) {
                return wanted.asMap();
            }
            NavigableMap<String, Quantity> max =
                    status.resizeInfeasible() ? new TreeMap<>() : wanted.asMap();
            raise(max, status.resources().get().asMap());
            raise(max, status.allocated().asMap());
            return max;
        }

        /// Whether the resources in the status are the requests in the spec.
        boolean followsSpec() {
            return !reportsPodLevel()
                    && followSpec(template.containers())
                    && followSpec(template.initContainers())
                    && effectivePodLevel().equals(template.parts().resources().asMap());
        }

        private boolean followSpec(List<Container> containers) {
            for (Container container : containers) {
                if (!actual(container).equals(container.requests())
                        || !allocated(container).equals(container.requests())) {
                    return false;
                }
            }
            return true;
        }

        // Parity: Quantity.Cmp converts the larger amount to the big representation if the other
        // amount has it.
        private static Quantity larger(Quantity present, Quantity other) {
            if (other.compareTo(present) <= 0) {
                return present;
            }
            return present.isBig() ? other.promoted() : other;
        }

        private static void add(
                NavigableMap<String, Quantity> to, NavigableMap<String, Quantity> more) {
            more.forEach((name, amount) -> to.merge(name, amount, Quantity::add));
        }

        private static void raise(
                NavigableMap<String, Quantity> to, NavigableMap<String, Quantity> other) {
            other.forEach((name, amount) -> to.merge(name, amount, Sum::larger));
        }
    }
}
