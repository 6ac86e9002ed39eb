package com.example.nodecost;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;

// snippet: plugin
/// Filters out nodes that cost more than a maximum, and prefers cheaper nodes.
public final class NodeCost implements Filter, Score, EnqueueExtensions, RejectionExplainer {
    private static final Reject TOO_DEAR = Reject.unresolvable("node(s) cost more than the cap");
    private final Args args;

    NodeCost(Args args) {
        this.args = args;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        return PreFilterResult.of(node -> cents(node) <= args.maxCents() ? Verdict.PASS : TOO_DEAR);
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(NodeScorer.lowestIsBest(this::cents));
    }

    private long cents(NodeView node) {
        return node.label(args.label()).map(NodeCost::parsed).orElse(0L);
    }

    /// An invalid price counts as too high, so that a typo on one node does not fail all pods.
    private static long parsed(String price) {
        try {
            return Math.max(0, Long.parseLong(price));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    // end

    // snippet: explain
    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return RejectionDetails.of(
                "raise maxCents, or add a cheaper node",
                RejectionFact.ofNodes("node-cost", node.name())
                        .with("cents", cents(node))
                        .with("maxCents", args.maxCents()));
    }

    // end

    // snippet: hints
    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL);
    }

    // end

    // snippet: provider
    /// The arguments of the plugin.
    ///
    /// @param label the node label that contains the price per hour in cents
    /// @param maxCents the maximum price
    public record Args(String label, long maxCents) {}

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<Args> {
        @Override
        public String name() {
            return "NodeCost";
        }

        @Override
        public Args defaults() {
            return new Args("example.com/hourly-cents", 1_000);
        }

        @Override
        public void check(Args args, Gates on, Problems out) {
            if (args.maxCents() <= 0) {
                out.add("maxCents", args.maxCents(), "must be positive");
            }
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            return new NodeCost(args);
        }
    }
    // end
}
