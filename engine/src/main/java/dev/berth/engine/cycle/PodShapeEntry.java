package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;

/// The cached verdicts and scores for pods of one shape in one profile.
final class PodShapeEntry {
    final FilterResultCache verdicts;
    final SkipCache filterSkips;
    final ScoreResultCache scores;
    final SkipCache scoreSkips;

    PodShapeEntry(NodeTable nodes, Profile profile) {
        verdicts = new FilterResultCache(nodes, profile.filters().size());
        filterSkips = new SkipCache(profile.filters().size());
        scores = new ScoreResultCache(nodes, profile.scores().size());
        scoreSkips = new SkipCache(profile.scores().size());
    }
}
