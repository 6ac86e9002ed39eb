package dev.berth.engine.cycle;

import dev.berth.engine.view.Decision.PluginScore;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// Collects the scores of score cards. Cards of similar nodes share their immutable parts: most
/// plugins give the same score again, and often all of them do.
final class CardScores {
    private final @Nullable PluginScore[] recent;
    private final List<PluginScore> collected = new ArrayList<>();
    private List<PluginScore> last = List.of();

    CardScores(int plugins) {
        recent = new PluginScore[plugins];
    }

    /// Begins a card.
    void begin() {
        collected.clear();
    }

    void add(int plugin, String name, long raw, long normalized, long weighted) {
        PluginScore known = recent[plugin];
        if (known == null
                || known.raw() != raw
                || known.normalized() != normalized
                || known.weighted() != weighted) {
            known = new PluginScore(name, raw, normalized, weighted);
            recent[plugin] = known;
        }
        collected.add(known);
    }

    void add(PluginScore score) {
        collected.add(score);
    }

    /// The scores of the card.
    List<PluginScore> scores() {
        if (!sameAsLast()) {
            last = List.copyOf(collected);
        }
        return last;
    }

    @SuppressWarnings("ReferenceEquality") // Equal scores of a plugin are the same object.
    private boolean sameAsLast() {
        if (collected.size() != last.size()) {
            return false;
        }
        for (int i = 0; i < collected.size(); i++) {
            if (collected.get(i) != last.get(i)) {
                return false;
            }
        }
        return true;
    }
}
