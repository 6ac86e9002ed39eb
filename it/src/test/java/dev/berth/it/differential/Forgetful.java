package dev.berth.it.differential;

import dev.berth.model.KubeObject;
import dev.berth.spi.Filter;
import dev.berth.spi.Hints;
import dev.berth.spi.Judgement;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Normalise;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Requeue;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.util.Optional;
import java.util.function.Function;

/// Wraps plugins so that nothing they say may be remembered, only the simple way is used, and what
/// they count is counted afresh.
final class Forgetful {
    private Forgetful() {}

    static Plugin of(Function<PluginContext, Plugin> maker, PluginContext context) {
        var recount = new Recount(context);
        Plugin plugin = maker.apply(recount);
        if (plugin instanceof Reserve) {
            // Stands in for a plugin that has nothing to say of these pods.
            return plugin;
        }
        if (plugin instanceof Filter filter && plugin instanceof Score score) {
            return new Both(recount, filter, score, (Requeue) plugin);
        }
        if (plugin instanceof Filter filter) {
            return new FilterOnly(filter, (Requeue) plugin);
        }
        if (plugin instanceof Score score) {
            return (Score) (cycle, feasible) -> forget(score.scorerFor(cycle, feasible));
        }
        return plugin;
    }

    private record FilterOnly(Filter filter, Requeue requeue) implements Filter, Requeue {
        @Override
        public Judgement filterFor(PodCycle cycle) {
            return forget(filter.filterFor(cycle));
        }

        @Override
        public void requeueOn(Hints hints) {
            requeue.requeueOn(hints);
        }
    }

    private record Both(Recount recount, Filter filter, Score score, Requeue requeue)
            implements Filter, Score, Requeue, StateObserver {
        @Override
        public Judgement filterFor(PodCycle cycle) {
            recount.begin(cycle);
            return forget(filter.filterFor(cycle));
        }

        @Override
        public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
            recount.begin(cycle);
            return forget(score.scorerFor(cycle, feasible));
        }

        @Override
        public void requeueOn(Hints hints) {
            requeue.requeueOn(hints);
        }

        @Override
        public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
            if (filter instanceof StateObserver observer) {
                observer.objectChanged(before, after);
            }
        }

        @Override
        public void forgetAll() {
            if (filter instanceof StateObserver observer) {
                observer.forgetAll();
            }
        }
    }

    private static NodeFilter forget(NodeFilter filter) {
        return new NodeFilter() {
            @Override
            public Verdict test(NodeView node) {
                return filter.test(node);
            }

            @Override
            public NodeFilter after(PodChange change) {
                return forget(filter.after(change));
            }
        };
    }

    private static Judgement forget(Judgement judgement) {
        return switch (judgement) {
            case Judgement.Judge(NodeFilter filter) -> Judgement.of(forget(filter));
            case Judgement.JudgeOnly(NodeFilter filter, var names) ->
                    Judgement.only(forget(filter), names);
            case Judgement.Skip skip -> skip;
            case Judgement.Refuse refuse -> refuse;
        };
    }

    private static Scoring forget(Scoring scoring) {
        return scoring instanceof Scoring.Judge(NodeScorer scorer)
                ? Scoring.of(
                        new NodeScorer() {
                            @Override
                            public long score(NodeView node) {
                                return scorer.score(node);
                            }

                            @Override
                            public Normalise normalise() {
                                Normalise normalise = scorer.normalise();
                                // Nothing the engine could recognise and do by itself.
                                return (rows, scores) -> normalise.apply(rows, scores);
                            }
                        })
                : scoring;
    }
}
