package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.NodeTable;

/// What search, explanation and what-if share.
record CycleParts(
        NodeTable nodes,
        PodShapeCache shapes,
        AttemptPreparation preparation,
        NominatedPodsFilter nominated,
        NodeDiagnosis diagnosis,
        FeasibleNodes feasible,
        PluginFailures failures) {}
