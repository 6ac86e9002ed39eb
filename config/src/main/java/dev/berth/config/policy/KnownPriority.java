package dev.berth.config.policy;

import java.util.Optional;
import java.util.stream.Stream;

/// The priorities, in the order of their evaluation.
public enum KnownPriority {
    BALANCED_RESOURCE_ALLOCATION("BalancedResourceAllocation", 1, PolicyRole.OLD_BALANCE_SCORE),
    EVEN_PODS_SPREAD("EvenPodsSpreadPriority", 1, PolicyRole.SPREAD_SCORE),
    IMAGE_LOCALITY("ImageLocalityPriority", 1, PolicyRole.IMAGES_SCORE),
    INTER_POD_AFFINITY("InterPodAffinityPriority", 1, PolicyRole.POD_AFFINITY_SCORE),
    LEAST_REQUESTED("LeastRequestedPriority", 1, PolicyRole.LEAST_SCORE),
    MOST_REQUESTED("MostRequestedPriority", 0, PolicyRole.MAX_SCORE),
    NODE_AFFINITY("NodeAffinityPriority", 1, PolicyRole.NODE_AFFINITY_SCORE),
    NODE_LABEL("NodeLabel", 0, PolicyRole.NODE_LABEL_SCORE),
    NODE_PREFER_AVOID_PODS("NodePreferAvoidPodsPriority", 10_000, PolicyRole.AVOID_SCORE),
    REQUESTED_TO_CAPACITY_RATIO("RequestedToCapacityRatio", 0, PolicyRole.RATIO_SCORE),
    RESOURCE_LIMITS("ResourceLimitsPriority", 0, PolicyRole.LIMITS_SCORE),
    SELECTOR_SPREAD("SelectorSpreadPriority", 1, PolicyRole.SELECTOR_SPREAD_SCORE),
    SERVICE_AFFINITY("ServiceAffinity", 0, PolicyRole.SERVICE_AFFINITY_SCORE),
    TAINT_TOLERATION("TaintTolerationPriority", 1, PolicyRole.TAINTS_SCORE);

    /// The priority that scores all nodes equally and so has no effect.
    public static final String EQUAL = "EqualPriority";

    private final String label;
    private final int defaultWeight;
    private final PolicyRole part;

    KnownPriority(String label, int defaultWeight, PolicyRole part) {
        this.label = label;
        this.defaultWeight = defaultWeight;
        this.part = part;
    }

    /// The priority with a name, including old names.
    public static Optional<KnownPriority> named(String name) {
        String label = name.equals("ServiceSpreadingPriority") ? SELECTOR_SPREAD.label : name;
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /// The priority with this argument, regardless of its name.
    static KnownPriority taking(Policy.PriorityArgument argument) {
        if (argument.serviceAntiAffinity().isPresent()) {
            return SERVICE_AFFINITY;
        }
        return argument.labelPreference().isPresent() ? NODE_LABEL : REQUESTED_TO_CAPACITY_RATIO;
    }

    public String label() {
        return label;
    }

    /// The weight in a Policy that lists no priorities; 0 if the priority is not a default.
    int defaultWeight() {
        return defaultWeight;
    }

    /// Whether the priority needs an argument.
    public boolean needsArgument() {
        return this == NODE_LABEL
                || this == SERVICE_AFFINITY
                || this == REQUESTED_TO_CAPACITY_RATIO;
    }

    /// Whether the priority scores requests. NodeResourcesFit supports one of these at a time.
    boolean scoresRequests() {
        return this == LEAST_REQUESTED
                || this == MOST_REQUESTED
                || this == REQUESTED_TO_CAPACITY_RATIO;
    }

    PolicyRole part() {
        return part;
    }
}
