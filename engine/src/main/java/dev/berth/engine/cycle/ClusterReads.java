package dev.berth.engine.cycle;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.SchedulingThread;

/// What plugins read through their contexts.
///
/// @param shared the values that plugins share
/// @param thread the only thread that may read, once it has begun to run iterations
public record ClusterReads(
        SchedulingThread thread,
        ClusterState state,
        WhatIfEvaluator whatIf,
        Extenders extenders,
        SharedValues shared) {
    /// Without shared values at first.
    public ClusterReads(
            SchedulingThread thread,
            ClusterState state,
            WhatIfEvaluator whatIf,
            Extenders extenders) {
        this(thread, state, whatIf, extenders, new SharedValues());
    }
}
