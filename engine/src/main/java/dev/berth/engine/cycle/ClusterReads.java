package dev.berth.engine.cycle;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.SchedulingThread;

/// What the plugins of one configuration read through their contexts.
///
/// @param shared the values that plugins share
/// @param thread the only thread that may read, once it has begun to run iterations
/// @param references what the plugins have obtained
public record ClusterReads(
        SchedulingThread thread,
        ClusterState state,
        WhatIfEvaluator whatIf,
        Extenders extenders,
        SharedValues shared,
        PluginReferences references) {
    /// Without shared values at first.
    public ClusterReads(
            SchedulingThread thread,
            ClusterState state,
            WhatIfEvaluator whatIf,
            Extenders extenders) {
        this(thread, state, whatIf, extenders, new SharedValues(), new PluginReferences());
    }

    /// For the plugins of another configuration, with the same shared values.
    public ClusterReads with(Extenders others) {
        return new ClusterReads(thread, state, whatIf, others, shared, new PluginReferences());
    }
}
