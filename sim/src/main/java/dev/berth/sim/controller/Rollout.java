package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Computes the sizes of the replica sets of a deployment during a rolling update. It writes
/// nothing.
///
/// @param newest the replica set of the current template, if it exists
/// @param older the replica sets of earlier templates, oldest first
record Rollout(
        ObjectVersion deployment, Optional<ObjectVersion> newest, List<ObjectVersion> older) {
    static final Path MAX_REPLICAS =
            ControllerFields.ANNOTATIONS.then("deployment.kubernetes.io/max-replicas");
    static final Path DESIRED =
            ControllerFields.ANNOTATIONS.then("deployment.kubernetes.io/desired-replicas");

    private static final Path STRATEGY = ControllerFields.SPEC.then("strategy");
    private static final Path TYPE = STRATEGY.then("type");
    private static final Path SURGE = STRATEGY.then("rollingUpdate").then("maxSurge");
    private static final Path UNAVAILABLE = STRATEGY.then("rollingUpdate").then("maxUnavailable");
    private static final Path AVAILABLE = ControllerFields.STATUS.then("availableReplicas");
    private static final String DEFAULTS = "25%";

    Rollout {
        older =
                older.stream()
                        .sorted(
                                Comparator.comparing((ObjectVersion set) ->
                                                ControllerFields.CREATED.text(set.json()))
                                        .thenComparing(ObjectVersion::name))
                        .toList();
    }

    long replicas() {
        return ControllerFields.REPLICAS.number(deployment.json(), 1);
    }

    boolean recreates() {
        return TYPE.text(deployment.json()).equals("Recreate");
    }

    long maxSurge() {
        return recreates()
                ? 0
                : IntOrPercent.share(deployment.json(), SURGE, DEFAULTS, replicas(), true);
    }

    private long maxUnavailable() {
        if (recreates() || replicas() == 0) {
            return 0;
        }
        long unavailable =
                IntOrPercent.share(deployment.json(), UNAVAILABLE, DEFAULTS, replicas(), false);
        // If both `maxSurge` and `maxUnavailable` are 0, the rollout cannot progress.
        long least = maxSurge() == 0 && unavailable == 0 ? 1 : unavailable;
        return Math.min(least, replicas());
    }

    /// The minimum number of available pods.
    long leastAvailable() {
        return replicas() - maxUnavailable();
    }

    List<ObjectVersion> all() {
        var all = new ArrayList<>(older);
        newest.ifPresent(all::add);
        return all;
    }

    static long size(ObjectVersion set) {
        return ControllerFields.REPLICAS.number(set.json(), 0);
    }

    private static long available(ObjectVersion set) {
        return AVAILABLE.number(set.json(), 0);
    }

    private long total() {
        return all().stream().mapToLong(Rollout::size).sum();
    }

    /// The desired size of the newest set, which may not exist yet.
    long sizeOfNewest() {
        long now = newest.map(Rollout::size).orElse(0L);
        if (recreates()) {
            return replicas();
        }
        if (now > replicas()) {
            return replicas();
        }
        long capacity = replicas() + maxSurge() - total();
        return capacity <= 0 ? now : now + Math.min(capacity, replicas() - now);
    }

    /// The desired sizes of the older sets whose size changes.
    Map<ObjectVersion, Long> sizesOfOlder() {
        Map<ObjectVersion, Long> sizes = new LinkedHashMap<>();
        if (recreates()) {
            older.stream().filter(set -> size(set) > 0).forEach(set -> sizes.put(set, 0L));
            return sizes;
        }
        long leastAvailable = leastAvailable();
        long notYet = newest.map(set -> size(set) - available(set)).orElse(0L);
        long spare = total() - leastAvailable - notYet;
        if (spare <= 0) {
            return sizes;
        }
        // Pods that are not available are removed first.
        for (ObjectVersion set : older) {
            long sick = Math.min(spare, size(set) - available(set));
            if (sick > 0) {
                sizes.put(set, size(set) - sick);
                spare -= sick;
            }
        }
        long working = all().stream().mapToLong(Rollout::available).sum() - leastAvailable;
        for (ObjectVersion set : older) {
            long left = sizes.getOrDefault(set, size(set));
            long less = Math.min(left, working);
            if (less > 0) {
                sizes.put(set, left - less);
                working -= less;
            }
        }
        return sizes;
    }

    /// Whether the number of replicas has changed since the sets were last resized.
    boolean scaled() {
        return all().stream()
                .filter(set -> size(set) > 0)
                .anyMatch(set -> {
                    String desired = DESIRED.text(set.json());
                    return !desired.isEmpty() && !desired.equals(Long.toString(replicas()));
                });
    }

    /// The sizes after a change of the number of replicas. The difference is divided in proportion
    /// to the sizes.
    Map<ObjectVersion, Long> sizesInProportion() {
        List<ObjectVersion> active = all().stream().filter(set -> size(set) > 0).toList();
        Map<ObjectVersion, Long> sizes = new LinkedHashMap<>();
        if (active.size() <= 1) {
            ObjectVersion only = active.isEmpty() ? newest.orElse(null) : active.getFirst();
            if (only != null) {
                sizes.put(only, replicas());
            }
            return sizes;
        }
        if (newest.filter(set -> size(set) == replicas() && available(set) == replicas())
                .isPresent()) {
            older.stream().filter(set -> size(set) > 0).forEach(set -> sizes.put(set, 0L));
            return sizes;
        }
        long allowed = replicas() > 0 ? replicas() + maxSurge() : 0;
        long toShare = allowed - total();
        long shared = 0;
        for (ObjectVersion set : largestFirst(active)) {
            long part = proportion(set, allowed, toShare - shared);
            sizes.put(set, size(set) + part);
            shared += part;
        }
        ObjectVersion first = sizes.keySet().iterator().next();
        sizes.merge(first, toShare - shared, (size, rest) -> Math.max(0, size + rest));
        return sizes;
    }

    private static List<ObjectVersion> largestFirst(List<ObjectVersion> sets) {
        return sets.stream()
                .sorted(
                        Comparator.comparingLong((ObjectVersion set) -> -size(set))
                                .thenComparing(
                                        set -> ControllerFields.CREATED.text(set.json()),
                                        Comparator.reverseOrder())
                                .thenComparing(ObjectVersion::name))
                .toList();
    }

    private static long proportion(ObjectVersion set, long allowed, long left) {
        if (left == 0) {
            return 0;
        }
        long before = Math.max(1, number(MAX_REPLICAS.text(set.json()), size(set)));
        long wanted = Math.round((double) size(set) * allowed / before) - size(set);
        return left > 0 ? Math.clamp(wanted, 0, left) : Math.clamp(wanted, left, 0);
    }

    static long number(String text, long otherwise) {
        try {
            return text.isEmpty() ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException unreadable) {
            return otherwise;
        }
    }

    /// The template of a set without the hash label.
    static Json.Obj template(ObjectVersion set) {
        return ControllerFields.TEMPLATE
                .object(set.json())
                .withoutAt("metadata", "labels", TemplateHash.LABEL);
    }
}
