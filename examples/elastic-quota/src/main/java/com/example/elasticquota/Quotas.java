package com.example.elasticquota;

import dev.berth.model.CustomObject;
import dev.berth.model.Pod;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The quotas of all namespaces, and what the pods with a node use. The scheduling thread keeps it
/// up to date, so it needs no lock and no snapshot.
final class Quotas {
    private final Map<String, TreeMap<String, Quota>> byNamespace = new HashMap<>();
    private final Map<String, Amounts> used = new HashMap<>();

    /// The charged amounts by UID, because the requests of a pod can change.
    private final Map<String, Amounts> charged = new HashMap<>();

    /// The sums over all namespaces with a quota; empty after a change.
    private Optional<Totals> totals = Optional.empty();

    /// @param managed the resources that the `min` of some quota contains
    private record Totals(Amounts min, Amounts used, Set<String> managed) {}

    void put(CustomObject object) {
        remove(object);
        try {
            Quota quota = Quota.of(object);
            byNamespace
                    .computeIfAbsent(quota.namespace(), namespace -> new TreeMap<>())
                    .put(quota.meta().name(), quota);
        } catch (IllegalArgumentException unreadable) {
            // As if the quota did not exist: a wrong quantity must not stop the scheduler.
        }
    }

    void remove(CustomObject object) {
        totals = Optional.empty();
        TreeMap<String, Quota> here = byNamespace.get(object.meta().namespace());
        if (here != null) {
            here.remove(object.meta().name());
            if (here.isEmpty()) {
                byNamespace.remove(object.meta().namespace());
            }
        }
    }

    void charge(Pod pod) {
        release(pod);
        totals = Optional.empty();
        Amounts amounts = Amounts.of(pod);
        charged.put(pod.uid(), amounts);
        used.merge(pod.namespace(), amounts, Amounts::plus);
    }

    void release(Pod pod) {
        totals = Optional.empty();
        Amounts amounts = charged.remove(pod.uid());
        if (amounts != null) {
            used.computeIfPresent(pod.namespace(), (namespace, before) -> before.minus(amounts));
        }
    }

    void clear() {
        totals = Optional.empty();
        byNamespace.clear();
        used.clear();
        charged.clear();
    }

    /// The quota of a namespace. If there are several, the first one by name counts.
    Optional<Quota> of(String namespace) {
        return Optional.ofNullable(byNamespace.get(namespace))
                .map(here -> here.firstEntry().getValue());
    }

    Collection<String> namespaces() {
        return byNamespace.keySet();
    }

    /// The requests of the pods with a node in a namespace.
    Amounts used(String namespace) {
        return used.getOrDefault(namespace, Amounts.NONE);
    }

    Amounts totalMin() {
        return totals().min();
    }

    Amounts totalUsed() {
        return totals().used();
    }

    /// The resources whose total is limited.
    Set<String> managed() {
        return totals().managed();
    }

    /// Whether a namespace with a quota would borrow if it used these amounts.
    boolean borrows(Quota quota, Amounts usage) {
        for (String resource : managed()) {
            if (usage.orZero(resource) > quota.min().orZero(resource)) {
                return true;
            }
        }
        return false;
    }

    private Totals totals() {
        if (totals.isEmpty()) {
            Amounts min = Amounts.NONE;
            Amounts sum = Amounts.NONE;
            Set<String> managed = new HashSet<>();
            for (String namespace : byNamespace.keySet()) {
                Quota quota = of(namespace).orElseThrow();
                min = min.plus(quota.min());
                sum = sum.plus(used(namespace));
                managed.addAll(quota.min().resources());
            }
            totals = Optional.of(new Totals(min, sum, Set.copyOf(managed)));
        }
        return totals.get();
    }
}
