package dev.berth.it.examples;

import dev.berth.spi.DependsOn;
import dev.berth.spi.LongColumn;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Resource;
import dev.berth.spi.Verdict;

/// Wants this much cpu to be free: the same rule one node at a time and in bulk.
record FreeCpu(long wantedMillis) implements NodeFilter {
    private static final Reject TOO_LITTLE = Reject.unschedulable("too little cpu is free");

    // snippet: bulk
    @Override
    public Verdict test(NodeView node) {
        return node.free(Resource.CPU) < wantedMillis ? TOO_LITTLE : Verdict.PASS;
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        LongColumn free = nodes.free(Resource.CPU);
        for (int word = 0; word < candidates.words(); word++) {
            long lacking = candidates.word(word) & free.below(word, wantedMillis);
            out.rejectWord(word, lacking, TOO_LITTLE);
        }
    }

    @Override
    public DependsOn dependsOn() {
        return DependsOn.onRow();
    }
    // end
}
