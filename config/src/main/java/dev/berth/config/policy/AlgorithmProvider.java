package dev.berth.config.policy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The values of `--algorithm-provider`, which preceded profiles.
public enum AlgorithmProvider {
    DEFAULT("DefaultProvider", KnownPriority.LEAST_REQUESTED),
    CLUSTER_AUTOSCALER("ClusterAutoscalerProvider", KnownPriority.MOST_REQUESTED);

    private final String label;
    private final KnownPriority byRequests;

    AlgorithmProvider(String label, KnownPriority byRequests) {
        this.label = label;
        this.byRequests = byRequests;
    }

    public static Optional<AlgorithmProvider> named(String name) {
        return Stream.of(values()).filter(each -> each.label.equals(name)).findFirst();
    }

    public String label() {
        return label;
    }

    /// The equivalent Policy.
    public Policy policy() {
        List<Policy.Priority> priorities =
                Stream.of(KnownPriority.values())
                        .filter(each -> each.defaultWeight() > 0)
                        .map(each -> each == KnownPriority.LEAST_REQUESTED ? byRequests : each)
                        .map(each ->
                                new Policy.Priority(
                                        each.label(),
                                        Math.max(1, each.defaultWeight()),
                                        Optional.empty()))
                        .toList();
        return new Policy(Optional.empty(), Optional.of(priorities), List.of(), 0, false);
    }
}
