package dev.berth.harness.cases;

/// The themes of cases. A family defines the probability, in percent, that an object uses each
/// theme.
enum CaseTheme {
    /// Every kind of resource, init containers, sidecars, overhead, pod-level requests.
    RESOURCES,
    /// Requests that fit a node exactly or exceed it by one unit.
    EXACT,
    /// Running pods that are being resized.
    RESIZE,
    TAINTS,
    CORDONS,
    /// Node selectors and node affinity.
    NODE_AFFINITY,
    /// Pods with `spec.nodeName`.
    NODE_NAME,
    FEATURES,
    PORTS,
    /// Pod affinity and anti-affinity.
    POD_AFFINITY,
    SPREAD,
    /// Services and controllers that select pods.
    OWNERS,
    IMAGES,
    /// Claims and volumes in every state, drivers and their limits, disks in pods.
    VOLUMES,
    /// Classes, slices, claims and taint rules, and extended resources of devices.
    DEVICES,
    /// Pending pods with a nominated node.
    NOMINATED,
    /// A pod to decide that has a nominated node.
    OWN_NOMINATION,
    GATES,
    /// Pods that are being deleted, some because of preemption.
    DELETING,
    /// Priorities over the whole range, and pods that never preempt.
    PRIORITIES,
    /// Nodes that are so full that a pod fits only after evictions.
    CROWDED,
    /// Nodes that run the same pods, or nearly the same.
    TWINS,
    /// PodDisruptionBudgets.
    BUDGETS,
    /// Selectors that an API server stores although the scheduler cannot parse them.
    UNREADABLE,
    /// Plugin arguments.
    ARGUMENTS,
    /// The enabled plugins of each extension point, their order and weights.
    PLUGIN_SETS,
    /// Several profiles, and pods of schedulers that do not exist.
    PROFILES,
    /// Amounts, lengths and counts at their limits.
    LIMITS
}
