package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// A topology spread constraint of a pod.
public record SpreadConstraint(
        int maxSkew,
        String topologyKey,
        String whenUnsatisfiable,
        Optional<LabelSelector> selector,
        Optional<Integer> minDomains,
        Optional<String> nodeAffinityPolicy,
        Optional<String> nodeTaintsPolicy,
        List<String> matchLabelKeys) {
    public static final String DO_NOT_SCHEDULE = "DoNotSchedule";
    public static final String SCHEDULE_ANYWAY = "ScheduleAnyway";

    public SpreadConstraint {
        matchLabelKeys = List.copyOf(matchLabelKeys);
    }
}
