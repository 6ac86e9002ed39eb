package dev.berth.harness.cases;

import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The free and used resources of each node, for pods that exactly fit or exactly do not fit.
final class FreeResources {
    /// The requests of a running pod.
    private record Taken(long priority, Requests requests) {}

    private final SeededRandom random;

    /// The resources that are scarce on full nodes.
    private final List<String> scarce;

    private final Decoder decoder = new Decoder();
    private final Map<String, Map<String, Long>> whole = new TreeMap<>();
    private final Map<String, Map<String, Long>> free = new TreeMap<>();
    private final Map<String, Long> seats = new TreeMap<>();
    private final Map<String, List<Taken>> taken = new TreeMap<>();

    FreeResources(CaseDraft draft) {
        this.random = draft.random;
        var names = new ArrayList<>(List.of("cpu", "cpu", "cpu", "memory", "ephemeral-storage"));
        names.addAll(draft.devices);
        this.scarce = random.some(names, random.few(1, 3)).stream().distinct().toList();
    }

    void add(Obj node) {
        Obj allocatable = node.objAt("status", "allocatable").orElse(Obj.EMPTY);
        var amounts = new TreeMap<String, Long>();
        for (String name : allocatable.fields().keySet()) {
            Quantity amount = Quantity.parse(allocatable.textAt(name).orElse("0"));
            amounts.put(name, name.equals("cpu") ? amount.milliValue() : amount.value());
        }
        String name = node.textAt("metadata", "name").orElse("");
        seats.put(name, Objects.requireNonNullElse(amounts.remove("pods"), 0L));
        whole.put(name, amounts);
        free.put(name, new TreeMap<>(amounts));
    }

    /// Subtracts the requests of a running pod.
    void take(Obj running) {
        Pod pod = decoder.pod(running);
        Map<String, Long> left = free.get(pod.spec().nodeName());
        if (left != null) {
            Requests charged = pod.requests().accounting();
            left.replaceAll((name, amount) -> amount - charged.amount(name));
            taken.computeIfAbsent(pod.spec().nodeName(), name -> new ArrayList<>())
                    .add(new Taken(pod.spec().priority(), charged));
        }
    }

    /// The number of pods that a node allows.
    long seats(String node) {
        return seats.getOrDefault(node, 0L);
    }

    /// Requests for a part of the free scarce resources of a node, or for all of them.
    Map<String, Quantity> partRequests(String node, boolean all) {
        Map<String, Long> left = free.getOrDefault(node, Map.of());
        var amounts = new TreeMap<String, Long>();
        for (String name : scarceOn(node)) {
            long amount = left.getOrDefault(name, 0L);
            long unit = unit(name);
            if (all) {
                amounts.put(name, random.chance(92) ? amount : amount - unit);
            } else {
                long part = amount / random.oneOf(2, 2, 3, 4);
                amounts.put(name, part < unit ? Math.min(amount, unit) : part / unit * unit);
            }
        }
        return requests(amounts);
    }

    /// Requests for the free resources of a node and those of some of its pods below a priority:
    /// after their eviction the pod usually fits exactly.
    Map<String, Quantity> displacingRequests(long priority) {
        String node = random.oneOf(List.copyOf(free.keySet()));
        List<Taken> below =
                taken.getOrDefault(node, List.of()).stream()
                        .filter(each -> each.priority() < priority)
                        .toList();
        List<Taken> gone = random.some(below, random.between(1, Math.max(1, below.size())));
        Map<String, Long> left = free.getOrDefault(node, Map.of());
        var amounts = new TreeMap<String, Long>();
        for (String name : scarceOn(node)) {
            long amount = left.getOrDefault(name, 0L);
            for (Taken each : gone) {
                amount += each.requests().amount(name);
            }
            amounts.put(
                    name,
                    gone.isEmpty() || random.chance(10)
                            ? amount + unit(name)
                            : random.chance(10) ? amount - unit(name) : amount);
        }
        return requests(amounts);
    }

    /// Requests for the scarce resources of a running pod; empty if no pod runs.
    Map<String, Quantity> likeRunning() {
        List<String> nodes = List.copyOf(taken.keySet());
        if (nodes.isEmpty()) {
            return Map.of();
        }
        String node = random.oneOf(nodes);
        Requests like = random.oneOf(taken.getOrDefault(node, List.of())).requests();
        var amounts = new TreeMap<String, Long>();
        scarceOn(node).forEach(name -> amounts.put(name, like.amount(name)));
        return requests(amounts);
    }

    private List<String> scarceOn(String node) {
        Map<String, Long> amounts = whole.getOrDefault(node, Map.of());
        List<String> names =
                scarce.stream().filter(name -> amounts.getOrDefault(name, 0L) > 0).toList();
        return names.isEmpty() ? List.of("cpu") : names;
    }

    private static long unit(String name) {
        return switch (name) {
            case "cpu" -> 50;
            case "memory", "ephemeral-storage" -> 64L << 20;
            case "hugepages-2Mi" -> 2L << 20;
            case "hugepages-1Gi" -> 1L << 30;
            default -> 1;
        };
    }

    /// Requests for all of one resource of an empty node and none of the others, for maximum
    /// imbalance. Empty if the node is not empty.
    Map<String, Quantity> lopsidedRequests(String node) {
        Map<String, Long> amounts = whole.getOrDefault(node, Map.of());
        var requests = new TreeMap<String, Quantity>();
        if (amounts.equals(free.get(node))) {
            String name = random.oneOf("cpu", "memory");
            long amount = Math.min(amounts.getOrDefault(name, 0L), Long.MAX_VALUE / 200);
            requests.put(
                    name,
                    name.equals("cpu")
                            ? Quantity.ofMillis(amount)
                            : ResourceAmounts.binary(amount));
        }
        return requests;
    }

    /// Requests for exactly the free amount of one or two resources on a node, or for one unit
    /// more; empty if there are none.
    Map<String, Quantity> tightRequests() {
        List<String> names = new ArrayList<>(free.keySet());
        if (names.isEmpty()) {
            return Map.of();
        }
        String node = random.oneOf(names);
        Map<String, Long> from =
                random.chance(85)
                        ? free.getOrDefault(node, Map.of())
                        : whole.getOrDefault(node, Map.of());
        List<String> resources =
                from.keySet().stream()
                        .filter(name -> !name.startsWith("attachable-volumes-"))
                        .toList();
        var amounts = new TreeMap<String, Long>();
        for (String name : random.some(resources, random.between(1, 2))) {
            long amount = from.getOrDefault(name, 0L);
            amounts.put(
                    name,
                    name.startsWith("hugepages-") ? amount : amount + random.amount(0L, 0L, 1L));
        }
        return requests(amounts);
    }

    /// Requests for these amounts, if they can be requested.
    private static Map<String, Quantity> requests(Map<String, Long> amounts) {
        var requests = new TreeMap<String, Quantity>();
        amounts.forEach((name, amount) -> {
            if (amount >= 0 && amount <= Long.MAX_VALUE / 200) {
                requests.put(
                        name,
                        name.equals("cpu")
                                ? Quantity.ofMillis(amount)
                                : name.contains("/")
                                        ? Quantity.of(amount)
                                        : ResourceAmounts.binary(amount));
            }
        });
        boolean huge = requests.keySet().stream().anyMatch(name -> name.startsWith("hugepages-"));
        if (huge && !requests.containsKey("cpu")) {
            requests.put("cpu", Quantity.ofMillis(1));
        }
        return requests;
    }

    /// The requests of a pending pod, without pod-level requests.
    Requests requests(Obj pod) {
        return decoder.pod(pod).requests().fit();
    }
}
