package dev.berth.spi;

/// Rules nodes out: `preFilter` and `filter` in the configuration.
public interface Filter extends Plugin {
    /// Looks at the pod once and returns the test for nodes.
    Judgement filterFor(PodCycle cycle);
}
