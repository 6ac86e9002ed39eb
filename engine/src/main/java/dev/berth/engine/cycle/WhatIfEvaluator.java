package dev.berth.engine.cycle;

import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.PodCycle;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;

/// Runs the filters of an attempt again for its plugins, on a node as it is or with other pods.
public final class WhatIfEvaluator {
    private final NominatedPodsFilter nominated;

    WhatIfEvaluator(NominatedPodsFilter nominated) {
        this.nominated = nominated;
    }

    /// Runs all filters on one node.
    public Verdict filter(PodCycle cycle, NodeView node) {
        NodeFilters.NodeRejection rejection = prepared(cycle).nodeFilters().test(node);
        return rejection == null ? Verdict.PASS : rejection.why();
    }

    /// A what-if of the attempt's pod on a node.
    public NodeWhatIf forNode(PodCycle cycle, NodeView node) {
        return nominated.whatIf(prepared(cycle), node.row());
    }

    /// Results that were cached by node for pods of the attempt's shape.
    public <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        PreparedAttempt prepared = prepared(cycle);
        return nominated.resultCache(prepared, prepared.nodeFilters().size(), key, stamp);
    }

    private static PreparedAttempt prepared(PodCycle cycle) {
        if (!(cycle instanceof Attempt attempt)) {
            throw new IllegalArgumentException("not a cycle of this scheduler: " + cycle);
        }
        PreparedAttempt prepared = attempt.prepared;
        if (prepared == null) {
            throw new IllegalStateException("PreFilter has not run in this cycle");
        }
        return prepared;
    }
}
