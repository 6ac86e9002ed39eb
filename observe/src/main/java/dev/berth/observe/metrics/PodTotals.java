package dev.berth.observe.metrics;

import dev.berth.model.Container;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/// The total requests and limits of a pod, from its spec only.
final class PodTotals {
    private PodTotals() {}

    static NavigableMap<String, Quantity> requests(Pod pod) {
        NavigableMap<String, Quantity> total = sum(pod, Container::requests);
        ResourceList whole = pod.template().parts().resources();
        for (String name : whole.names()) {
            if (forPods(name)) {
                total.put(name, whole.get(name).orElse(Quantity.ZERO));
            }
        }
        add(total, pod.template().parts().overhead().asMap());
        return total;
    }

    static NavigableMap<String, Quantity> limits(Pod pod) {
        NavigableMap<String, Quantity> total = sum(pod, Container::limits);
        // Parity: PodLimits adds overhead to existing limits only.
        pod.template()
                .parts()
                .overhead()
                .asMap()
                .forEach((name, more) ->
                        total.computeIfPresent(
                                name, (key, limit) -> limit.isZero() ? limit : limit.add(more)));
        return total;
    }

    private static NavigableMap<String, Quantity> sum(
            Pod pod, Function<Container, ResourceList> part) {
        NavigableMap<String, Quantity> total = new TreeMap<>();
        for (Container container : pod.template().containers()) {
            add(total, part.apply(container).asMap());
        }
        NavigableMap<String, Quantity> sidecars = new TreeMap<>();
        NavigableMap<String, Quantity> startUp = new TreeMap<>();
        for (Container container : pod.template().initContainers()) {
            NavigableMap<String, Quantity> own = part.apply(container).asMap();
            if (container.restartable()) {
                add(total, own);
                add(sidecars, own);
                raise(startUp, sidecars);
            } else {
                add(own, sidecars);
                raise(startUp, own);
            }
        }
        raise(total, startUp);
        return total;
    }

    private static boolean forPods(String name) {
        return name.equals(ResourceList.CPU)
                || name.equals(ResourceList.MEMORY)
                || name.startsWith("hugepages-");
    }

    private static void add(
            NavigableMap<String, Quantity> to, NavigableMap<String, Quantity> more) {
        more.forEach((name, amount) -> to.merge(name, amount, Quantity::add));
    }

    private static void raise(
            NavigableMap<String, Quantity> to, NavigableMap<String, Quantity> other) {
        other.forEach((name, amount) -> to.merge(name, amount, Quantity::max));
    }
}
