package dev.berth.spi;

/// Ranks the nodes that passed every filter: `preScore` and `score` in the configuration.
public interface Score extends Plugin {
    /// Looks at the pod and the nodes in question once and returns the scorer.
    Scoring scorerFor(PodCycle cycle, NodeSet feasible);
}
