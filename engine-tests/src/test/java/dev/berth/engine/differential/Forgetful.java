package dev.berth.engine.differential;

import dev.berth.model.KubeObject;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.util.Optional;
import java.util.function.Function;

/// Wraps plugins so that no result is cached, nodes are evaluated one by one, and pods are counted
/// again.
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
            return new Both(recount, filter, score, (EnqueueExtensions) plugin);
        }
        if (plugin instanceof Filter filter) {
            return new FilterOnly(filter, (EnqueueExtensions) plugin);
        }
        if (plugin instanceof Score score) {
            return (Score) (cycle, feasible) -> forget(score.scorerFor(cycle, feasible));
        }
        return plugin;
    }

    private record FilterOnly(Filter filter, EnqueueExtensions requeue)
            implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return forget(filter.filterFor(cycle));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            requeue.eventsToRegister(hints);
        }
    }

    private record Both(Recount recount, Filter filter, Score score, EnqueueExtensions requeue)
            implements Filter, Score, EnqueueExtensions, StateObserver {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            recount.begin(cycle);
            return forget(filter.filterFor(cycle));
        }

        @Override
        public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
            recount.begin(cycle);
            return forget(score.scorerFor(cycle, feasible));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            requeue.eventsToRegister(hints);
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

    private static PreFilterResult forget(PreFilterResult preFilterResult) {
        return switch (preFilterResult) {
            case PreFilterResult.Run(NodeFilter filter) -> PreFilterResult.of(forget(filter));
            case PreFilterResult.RunOn(NodeFilter filter, var names) ->
                    PreFilterResult.runOn(forget(filter), names);
            case PreFilterResult.Skip skip -> PreFilterResult.SKIP;
            case PreFilterResult.RejectPod refuse -> refuse;
        };
    }

    private static PreScoreResult forget(PreScoreResult scoring) {
        return scoring instanceof PreScoreResult.Run(NodeScorer scorer)
                ? PreScoreResult.of(
                        new NodeScorer() {
                            @Override
                            public long score(NodeView node) {
                                return scorer.score(node);
                            }

                            @Override
                            public NormalizeScore normalizeScore() {
                                NormalizeScore normalize = scorer.normalizeScore();
                                // Nothing the engine could recognise and do by itself.
                                return (rows, scores) -> normalize.apply(rows, scores);
                            }
                        })
                : PreScoreResult.SKIP;
    }
}
