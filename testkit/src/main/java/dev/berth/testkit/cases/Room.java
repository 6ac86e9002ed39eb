package dev.berth.testkit.cases;

import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is left on each node, to make pods that just fit or just do not.
final class Room {
    private final Dice dice;
    private final Decoder decoder = new Decoder();
    private final Map<String, Map<String, Long>> whole = new TreeMap<>();
    private final Map<String, Map<String, Long>> free = new TreeMap<>();

    Room(Draft draft) {
        this.dice = draft.dice;
    }

    void add(Obj node) {
        Obj allocatable = node.objAt("status", "allocatable").orElse(Obj.EMPTY);
        var amounts = new TreeMap<String, Long>();
        for (String name : allocatable.fields().keySet()) {
            Quantity amount = Quantity.parse(allocatable.textAt(name).orElse("0"));
            amounts.put(name, name.equals("cpu") ? amount.milliValue() : amount.value());
        }
        amounts.remove("pods");
        String name = node.textAt("metadata", "name").orElse("");
        whole.put(name, amounts);
        free.put(name, new TreeMap<>(amounts));
    }

    /// Takes what a running pod is charged for.
    void take(Obj running) {
        Pod pod = decoder.pod(running);
        Map<String, Long> left = free.get(pod.spec().nodeName());
        if (left != null) {
            Requests charged = pod.requests().accounting();
            left.replaceAll((name, amount) -> amount - charged.amount(name));
        }
    }

    /// Requests for all of one resource of an empty node and none of the others: as lopsided as can
    /// be. Empty if the node is not.
    Map<String, Quantity> lopsidedRequests(String node) {
        Map<String, Long> amounts = whole.getOrDefault(node, Map.of());
        var requests = new TreeMap<String, Quantity>();
        if (amounts.equals(free.get(node))) {
            String name = dice.oneOf("cpu", "memory");
            long amount = Math.min(amounts.getOrDefault(name, 0L), Long.MAX_VALUE / 200);
            requests.put(
                    name, name.equals("cpu") ? Quantity.ofMillis(amount) : Amounts.binary(amount));
        }
        return requests;
    }

    /// Requests for exactly what some node has left, of one or two resources, or for one unit more;
    /// empty when there is nothing to go by.
    Map<String, Quantity> tightRequests() {
        var requests = new TreeMap<String, Quantity>();
        List<String> names = new ArrayList<>(free.keySet());
        if (names.isEmpty()) {
            return requests;
        }
        String node = dice.oneOf(names);
        Map<String, Long> from =
                dice.chance(85)
                        ? free.getOrDefault(node, Map.of())
                        : whole.getOrDefault(node, Map.of());
        List<String> resources =
                from.keySet().stream()
                        .filter(name -> !name.startsWith("attachable-volumes-"))
                        .toList();
        for (String name : dice.some(resources, dice.between(1, 2))) {
            long amount = from.getOrDefault(name, 0L);
            if (amount < 0 || amount > Long.MAX_VALUE / 200) {
                continue;
            }
            long wanted = name.startsWith("hugepages-") ? amount : amount + dice.amount(0L, 0L, 1L);
            requests.put(
                    name,
                    name.equals("cpu")
                            ? Quantity.ofMillis(wanted)
                            : name.contains("/") ? Quantity.of(wanted) : Amounts.binary(wanted));
        }
        boolean huge = requests.keySet().stream().anyMatch(name -> name.startsWith("hugepages-"));
        if (huge && !requests.containsKey("cpu")) {
            requests.put("cpu", Quantity.ofMillis(1));
        }
        return requests;
    }

    /// What a pod to decide asks for, its requests as a whole left aside.
    Requests asked(Obj pod) {
        return decoder.pod(pod).requests().fit();
    }
}
