package dev.berth.harness.cases;

/// What a case can be about. A family says how often, in percent, an object takes part in each.
enum CaseTheme {
    /// Every kind of resource, init containers, sidecars, overhead, requests of the whole pod.
    RESOURCES,
    /// Requests that fit a node exactly or miss it by one.
    EXACT,
    /// Running pods whose resources are being changed.
    RESIZE,
    TAINTS,
    CORDONS,
    /// Node selectors and node affinity.
    NODE_AFFINITY,
    /// Pods that name their node.
    NODE_NAME,
    FEATURES,
    PORTS,
    /// Affinity and anti-affinity between pods.
    POD_AFFINITY,
    SPREAD,
    /// Services and controllers that select pods.
    OWNERS,
    IMAGES,
    /// Claims and volumes in every state, drivers and their limits, disks in pods.
    VOLUMES,
    /// Pending pods with a node promised to them.
    NOMINATED,
    /// A pod to decide that was promised a node itself.
    OWN_NOMINATION,
    GATES,
    /// Pods being deleted, some because the scheduler wanted their room.
    DELETING,
    /// Who outranks whom, from end to end of the scale, and pods that displace nobody.
    PRIORITIES,
    /// Nodes so full that nothing fits unless somebody leaves.
    CROWDED,
    /// Nodes that run the same pods, or nearly.
    TWINS,
    /// Disruption budgets.
    BUDGETS,
    /// Selectors which an API server stores although the scheduler cannot read them.
    UNREADABLE,
    /// Arguments of plugins.
    ARGUMENTS,
    /// Which plugins are enabled where, in which order and with which weight.
    PLUGIN_SETS,
    /// More than one profile, and pods of schedulers that are not there.
    PROFILES,
    /// Amounts, lengths and counts at the limits.
    LIMITS
}
