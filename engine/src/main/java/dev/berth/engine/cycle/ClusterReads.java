package dev.berth.engine.cycle;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.SchedulingThread;

/// What plugins read through their contexts.
///
/// @param thread the only thread that may read, once it has begun to run iterations
public record ClusterReads(
        SchedulingThread thread, ClusterState state, WhatIfEvaluator whatIf, Extenders extenders) {}
