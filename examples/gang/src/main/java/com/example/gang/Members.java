package com.example.gang;

import dev.berth.model.Pod;
import dev.berth.spi.PluginContext;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of all gangs: the pods that exist, and the pods that have a node.
final class Members {
    private static final class Gathering {
        final Set<String> known = new HashSet<>();
        final Set<String> placed = new HashSet<>();
    }

    private final PluginContext context;
    private final Map<String, Gathering> gangs = new HashMap<>();

    Members(PluginContext context) {
        this.context = context;
    }

    void add(Team team, String uid) {
        of(team).known.add(uid);
    }

    void place(Team team, String uid) {
        of(team).known.add(uid);
        of(team).placed.add(uid);
    }

    void displace(Team team, String uid) {
        of(team).placed.remove(uid);
    }

    void forgetPlaced() {
        gangs.values().forEach(gang -> gang.placed.clear());
    }

    /// The number of pods that exist. Plugins receive no event for the deletion of a pod without a
    /// node, so this method looks up each of them.
    int count(Team team) {
        Gathering gang = of(team);
        gang.known.removeIf(uid -> !gang.placed.contains(uid) && context.pod(uid).isEmpty());
        int count = gang.known.size();
        if (count == 0) {
            gangs.remove(team.key());
        }
        return count;
    }

    int placed(Team team) {
        return of(team).placed.size();
    }

    List<String> keys(Team team) {
        return of(team).known.stream()
                .map(context::pod)
                .flatMap(Optional::stream)
                .map(Pod::key)
                .sorted()
                .toList();
    }

    private Gathering of(Team team) {
        return gangs.computeIfAbsent(team.key(), key -> new Gathering());
    }
}
