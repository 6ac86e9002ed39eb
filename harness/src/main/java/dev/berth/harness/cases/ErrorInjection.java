package dev.berth.harness.cases;

/// The cause of an error in a case. A case has at most one, because with several errors the
/// reported one depends on the order of the nodes.
enum ErrorInjection {
    NONE,
    /// A volume of a bound claim that cannot be translated to CSI.
    VOLUME,
    /// A disk in a pod that cannot be translated to CSI.
    DISK,
    /// A running pod with a claim that belongs to another pod.
    OTHER_OWNER,
    /// A claim with an invalid selector.
    SELECTOR;

    static ErrorInjection of(SeededRandom random) {
        return random.chance(85) ? NONE : random.oneOf(VOLUME, DISK, OTHER_OWNER, SELECTOR);
    }
}
