package dev.berth.engine.cycle;

import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.spi.NodeSet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Scores nodes that pass all filters (kube-scheduler: `prioritizeNodes`).
final class NodeScoring {
    private final NodeTable nodes;
    private final FeasibleNodes feasible;
    private final PluginRunner runner;
    private final SearchTimer timer;
    private final RandomGenerator random;
    private final Map<Profile, NodeRanking> rankings = new HashMap<>();

    NodeScoring(
            NodeTable nodes,
            FeasibleNodes feasible,
            PluginRunner runner,
            SearchTimer timer,
            RandomGenerator random) {
        this.nodes = nodes;
        this.feasible = feasible;
        this.runner = runner;
        this.timer = timer;
        this.random = random;
    }

    /// Scored rows.
    record Scored(NodeRanking ranking, PodShapeEntry shape) {}

    /// @param whole whether no row that passes the cached filters is missing from `rows`
    /// @param extenderScores the scores of extenders
    Scored score(
            PreparedAttempt prepared,
            PodShapeEntry shape,
            NodeSet rows,
            boolean whole,
            List<ExtenderResult.ExtenderScores> extenderScores) {
        NodeRanking ranking = rankings.get(prepared.profile());
        if (ranking == null) {
            ranking = ranking(prepared.profile());
            rankings.put(prepared.profile(), ranking);
        }
        try {
            ranking.score(prepared.attempt(), shape, rows, whole, extenderScores);
            return new Scored(ranking, shape);
        } catch (PluginFailure failure) {
            if (whole) {
                throw failure;
            }
            // A cached scorer may have been called for a row that some other filter rejects. If the
            // failure counts, it happens again.
            PodShapeEntry fresh = feasible.uncached(prepared, rows);
            ranking.score(prepared.attempt(), fresh, rows, false, extenderScores);
            return new Scored(ranking, fresh);
        }
    }

    /// Forgets the rankings, because other profiles are in force.
    void forgetProfiles() {
        rankings.clear();
    }

    private NodeRanking ranking(Profile profile) {
        return new NodeRanking(nodes, profile, runner, timer, random);
    }
}
