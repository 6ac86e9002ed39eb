package dev.berth.controlplane.defaults;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The resources of a pod as a whole, beside those of its containers (upstream:
/// `DefaultPodLevelResources`).
public final class PodLevelResources {
    private static final Path RESOURCES = Path.of("resources");
    private static final Path REQUESTS = Path.of("resources", "requests");
    private static final Path LIMITS = Path.of("resources", "limits");
    private static final String HUGE = "hugepages-";

    private PodLevelResources() {}

    /// Whether a pod can request the resource as a whole.
    public static boolean supports(String resource) {
        return resource.equals("cpu") || resource.equals("memory") || resource.startsWith(HUGE);
    }

    /// Whether the pod has requests or limits as a whole.
    static boolean set(Json.Obj spec) {
        return LIMITS.object(spec).fields().keySet().stream().anyMatch(PodLevelResources::supports)
                || REQUESTS.object(spec).fields().keySet().stream()
                        .anyMatch(PodLevelResources::supports);
    }

    /// Completes the resources of a pod spec from those of its containers, whose requests are
    /// complete. A spec with an unreadable quantity does not change.
    static Json.Obj complete(Json.Obj spec) {
        if (REQUESTS.object(spec).fields().isEmpty() && LIMITS.object(spec).fields().isEmpty()) {
            return spec;
        }
        try {
            Map<String, Quantity> limits = total(spec, "limits");
            return limits(requests(hugePages(spec, limits)), limits);
        } catch (QuantityException e) {
            return spec;
        }
    }

    private static Json.Obj hugePages(Json.Obj spec, Map<String, Quantity> limits) {
        Json.Obj tree = spec;
        for (var limit : limits.entrySet()) {
            if (limit.getKey().startsWith(HUGE) && !REQUESTS.then(limit.getKey()).in(spec)) {
                tree = LIMITS.then(limit.getKey()).setIfAbsent(tree, json(limit.getValue()));
            }
        }
        return tree;
    }

    private static Json.Obj requests(Json.Obj spec) {
        Json.Obj tree = spec;
        for (var request : total(spec, "requests").entrySet()) {
            String name = request.getKey();
            if (supports(name) && !name.startsWith(HUGE)) {
                tree = REQUESTS.then(name).setIfAbsent(tree, json(request.getValue()));
            }
        }
        for (var limit : LIMITS.object(spec).fields().entrySet()) {
            if (supports(limit.getKey())) {
                tree = REQUESTS.then(limit.getKey()).setIfAbsent(tree, limit.getValue());
            }
        }
        return tree;
    }

    /// Adds the limits of the resources that every container limits.
    private static Json.Obj limits(Json.Obj spec, Map<String, Quantity> limits) {
        Json.Obj tree = spec;
        for (var request : REQUESTS.object(spec).fields().entrySet()) {
            Path limit = LIMITS.then(request.getKey());
            if (supports(request.getKey())
                    && !limit.in(spec)
                    && containers(spec).stream().allMatch(limit::in)) {
                Quantity sum = limits.getOrDefault(request.getKey(), Quantity.ZERO);
                boolean exceeds = quantity(request.getValue()).compareTo(sum) > 0;
                tree = limit.set(tree, exceeds ? request.getValue() : json(sum));
            }
        }
        return tree;
    }

    /// The quantities of all containers together (upstream: `AggregateContainerRequests`,
    /// `AggregateContainerLimits`). A restartable init container runs beside the containers that
    /// start after it; any other init container runs before the containers.
    ///
    /// @param list `requests` or `limits`
    /// @throws QuantityException if a quantity is unreadable
    public static Map<String, Quantity> total(Json.Obj spec, String list) {
        var total = new TreeMap<String, Quantity>();
        Path.of("containers").items(spec).forEach(it -> add(total, quantities(it, list)));
        var sidecars = new TreeMap<String, Quantity>();
        var largest = new TreeMap<String, Quantity>();
        for (Json container : Path.of("initContainers").items(spec)) {
            Map<String, Quantity> own = quantities(container, list);
            Map<String, Quantity> running = own;
            if (Path.of("restartPolicy").text(container).equals("Always")) {
                add(total, own);
                add(sidecars, own);
                running = sidecars;
            } else {
                add(running, sidecars);
            }
            running.forEach((name, quantity) -> largest.merge(name, quantity, Quantity::max));
        }
        largest.forEach((name, quantity) -> total.merge(name, quantity, Quantity::max));
        return total;
    }

    private static List<Json> containers(Json.Obj spec) {
        var all = new ArrayList<>(Path.of("containers").items(spec));
        all.addAll(Path.of("initContainers").items(spec));
        return all;
    }

    private static void add(Map<String, Quantity> into, Map<String, Quantity> more) {
        more.forEach((name, quantity) -> into.merge(name, quantity, Quantity::add));
    }

    private static Map<String, Quantity> quantities(Json container, String list) {
        var quantities = new TreeMap<String, Quantity>();
        RESOURCES
                .then(list)
                .object(container)
                .fields()
                .forEach((name, value) -> quantities.put(name, quantity(value)));
        return quantities;
    }

    /// The QoS class of a pod (upstream: `ComputePodQOS`).
    static String qosClass(Json.Obj spec) {
        if (set(spec)) {
            return qosOf(spec);
        }
        List<String> classes = containers(spec).stream().map(PodLevelResources::qosOf).toList();
        return classes.isEmpty() ? "BestEffort" : common(classes);
    }

    /// @param owner a container or the spec of a pod
    private static String qosOf(Json owner) {
        var classes = new ArrayList<String>();
        for (String resource : List.of("cpu", "memory")) {
            Quantity request = amount(REQUESTS.then(resource), owner);
            Quantity limit = amount(LIMITS.then(resource), owner);
            classes.add(
                    request.compareTo(limit) != 0
                            ? "Burstable"
                            : request.isZero() ? "BestEffort" : "Guaranteed");
        }
        return common(classes);
    }

    private static String common(List<String> classes) {
        return classes.stream().distinct().count() == 1 ? classes.getFirst() : "Burstable";
    }

    private static Quantity amount(Path path, Json owner) {
        return path.find(owner).map(PodLevelResources::quantity).orElse(Quantity.ZERO);
    }

    private static Quantity quantity(Json value) {
        return Quantity.parse(value instanceof Json.Str(var text) ? text : value.text());
    }

    private static Json json(Quantity quantity) {
        return Json.of(quantity.toString());
    }
}
