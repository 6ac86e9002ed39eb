package dev.berth.spi;

/// Filters the nodes (kube-scheduler: `PreFilterPlugin` and `FilterPlugin`; `preFilter` and
/// `filter` in the configuration).
///
/// All methods are called on the scheduling thread and must not block.
public interface Filter extends Plugin {
    /// Reads the pod once per cycle and returns the filter for the nodes (kube-scheduler:
    /// `PreFilter`). An exception fails the attempt.
    PreFilterResult filterFor(PodCycle cycle);

    /// Whether this plugin implements PreFilter. If it does, the configuration can disable
    /// `preFilter` and leave `filter` enabled, and the other way round.
    default boolean hasPreFilter() {
        return true;
    }

    /// Returns the filter for the nodes if `preFilter` is disabled. If this method throws an
    /// exception, the filter fails on every node with that exception.
    default PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        return filterFor(cycle);
    }
}
