package dev.berth.harness.cases;

/// What makes an attempt fail as an error. A case has one such thing at most: of several, which is
/// told depends on the order in which nodes are looked at.
enum ErrorInjection {
    NONE,
    /// A volume of a bound claim that has no name in the driver's terms.
    VOLUME,
    /// The same of a disk in a pod.
    DISK,
    /// A pod that runs with a claim made for another.
    STRANGER,
    /// A claim with a selector that cannot be read.
    SELECTOR;

    static ErrorInjection of(SeededRandom random) {
        return random.chance(85) ? NONE : random.oneOf(VOLUME, DISK, STRANGER, SELECTOR);
    }
}
