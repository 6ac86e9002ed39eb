package dev.berth.config.policy;

import java.util.Optional;
import java.util.stream.Stream;

/// The priorities there are, in the order in which nodes are scored by them.
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

    /// The priority that finds all nodes equal, and so is none.
    public static final String EQUAL = "EqualPriority";

    private final String label;
    private final int defaultWeight;
    private final PolicyRole part;

    KnownPriority(String label, int defaultWeight, PolicyRole part) {
        this.label = label;
        this.defaultWeight = defaultWeight;
        this.part = part;
    }

    /// The priority of a name, old names included.
    public static Optional<KnownPriority> named(String name) {
        String label = name.equals("ServiceSpreadingPriority") ? SELECTOR_SPREAD.label : name;
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /// The priority of an argument, whatever name it goes by.
    static KnownPriority taking(Policy.PriorityArgument argument) {
        if (argument.serviceAntiAffinity().isPresent()) {
            return SERVICE_AFFINITY;
        }
        return argument.labelPreference().isPresent() ? NODE_LABEL : REQUESTED_TO_CAPACITY_RATIO;
    }

    public String label() {
        return label;
    }

    /// In a Policy that names no priorities; 0 if it is not among the usual ones.
    int defaultWeight() {
        return defaultWeight;
    }

    /// Whether it is nothing without an argument.
    public boolean needsArgument() {
        return this == NODE_LABEL
                || this == SERVICE_AFFINITY
                || this == REQUESTED_TO_CAPACITY_RATIO;
    }

    /// Whether it is a way to score by requests, of which NodeResourcesFit knows one at a time.
    boolean scoresRequests() {
        return this == LEAST_REQUESTED
                || this == MOST_REQUESTED
                || this == REQUESTED_TO_CAPACITY_RATIO;
    }

    PolicyRole part() {
        return part;
    }
}
