package dev.berth.engine.cycle;

import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Weighted;
import dev.berth.spi.Score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// In which order and way the scorers of a profile are made for a pod; the counterpart of
/// [FilterPlan].
record ScorePlan(List<Step> steps) {
    /// How a plugin comes to its scorer.
    enum Way {
        /// At `preScore`.
        PREPARED,
        /// It has no part at `preScore`.
        PLAIN,
        /// It has one, which is disabled.
        ALONE
    }

    /// @param index the place among those that score, or -1
    record Step(String name, Score plugin, int index, Way way) {}

    static ScorePlan of(Profile profile) {
        Map<String, Integer> indexes = new HashMap<>();
        for (Weighted score : profile.scores()) {
            indexes.put(score.name(), indexes.size());
        }
        var steps = new ArrayList<Step>();
        for (Named<Score> prepared : profile.preScores()) {
            Integer index = indexes.remove(prepared.name());
            steps.add(
                    new Step(
                            prepared.name(),
                            prepared.plugin(),
                            index == null ? -1 : index,
                            Way.PREPARED));
        }
        for (Weighted score : profile.scores()) {
            Integer index = indexes.get(score.name());
            if (index != null) {
                Way way = score.plugin().preScores() ? Way.ALONE : Way.PLAIN;
                steps.add(new Step(score.name(), score.plugin(), index, way));
            }
        }
        return new ScorePlan(steps);
    }
}
