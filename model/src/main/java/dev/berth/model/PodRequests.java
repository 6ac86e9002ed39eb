package dev.berth.model;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

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
        boolean plain = status.containers().isEmpty() && status.resources().isEmpty();
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
            NavigableMap<String, Quantity> total = new TreeMap<>();
            for (Container container : template.containers()) {
                add(total, effective(container, true));
            }
            NavigableMap<String, Quantity> sidecars = new TreeMap<>();
            NavigableMap<String, Quantity> startUp = new TreeMap<>();
            for (Container container : template.initContainers()) {
                NavigableMap<String, Quantity> requests =
                        effective(container, container.restartable());
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
            if (withPodLevel) {
                replaceByPodLevel(total);
            }
            add(total, template.parts().overhead().asMap());
            return total;
        }

        private NavigableMap<String, Quantity> effective(Container container, boolean withStatus) {
            ContainerStatus known = withStatus ? statusOf(container.name()) : null;
            NavigableMap<String, Quantity> requests =
                    known == null || known.requests().isEmpty()
                            ? container.requests().asMap()
                            : inForce(
                                    container.requests(),
                                    known.requests().get(),
                                    known.allocated());
            missing.forEach(requests::putIfAbsent);
            return requests;
        }

        private @Nullable ContainerStatus statusOf(String name) {
            for (ContainerStatus candidate : status.containers()) {
                if (candidate.name().equals(name)) {
                    return candidate;
                }
            }
            return null;
        }

        /// The maximum of the desired, actual and allocated resources. The desired resources do not
        /// count if the node cannot resize the pod.
        private NavigableMap<String, Quantity> inForce(
                ResourceList wanted, ResourceList actual, ResourceList allocated) {
            NavigableMap<String, Quantity> max = infeasible() ? new TreeMap<>() : wanted.asMap();
            raise(max, actual.asMap());
            raise(max, allocated.asMap());
            return max;
        }

        private boolean infeasible() {
            Optional<Condition> resize = status.condition("PodResizePending");
            return resize.isPresent() && resize.get().reason().equals("Infeasible");
        }

        private void replaceByPodLevel(NavigableMap<String, Quantity> total) {
            if (!podLevel(template)) {
                return;
            }
            ResourceList wanted = template.parts().resources();
            NavigableMap<String, Quantity> effective =
                    status.resources().isEmpty()
                            ? wanted.asMap()
                            : inForce(wanted, status.resources().get(), status.allocated());
            for (String name : wanted.names()) {
                if (supportedAtPodLevel(name)) {
                    total.put(name, effective.getOrDefault(name, Quantity.ZERO));
                }
            }
        }

        /// Whether the resources in the status do not exceed the requests in the spec.
        boolean followsSpec() {
            for (Container container : template.containers()) {
                if (!effective(container, true).equals(container.requests().asMap())) {
                    return false;
                }
            }
            for (Container container : template.initContainers()) {
                if (!effective(container, container.restartable())
                        .equals(container.requests().asMap())) {
                    return false;
                }
            }
            ResourceList wanted = template.parts().resources();
            return status.resources().isEmpty()
                    || inForce(wanted, status.resources().get(), status.allocated())
                            .equals(wanted.asMap());
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
