package dev.berth.spi;

/// Rules nodes out: `preFilter` and `filter` in the configuration.
public interface Filter extends Plugin {
    /// Looks at the pod once and returns the test for nodes.
    PreFilterResult filterFor(PodCycle cycle);

    /// Whether `preFilter` is a point of this plugin at all; if so, a configuration may disable it
    /// and leave `filter` on, and the other way round.
    default boolean hasPreFilter() {
        return true;
    }

    /// The test for nodes where `preFilter` is disabled; what it throws is the verdict on the node.
    default PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        return filterFor(cycle);
    }
}
