package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;

/// The cached verdicts and scores for pods of one shape in one profile.
final class ShapeState {
    final ShapeVerdicts verdicts;
    final ShapeScores scores;

    ShapeState(NodeTable nodes, Profile profile) {
        verdicts = new ShapeVerdicts(nodes, profile.filters().size());
        scores = new ShapeScores(nodes, profile.scores().size());
    }
}
