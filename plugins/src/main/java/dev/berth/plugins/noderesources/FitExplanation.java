package dev.berth.plugins.noderesources;

import dev.berth.model.Requests;
import dev.berth.spi.LongColumn;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Resource;

import java.util.ArrayList;
import java.util.LinkedHashSet;

/// How much of each insufficient resource the pod requests and the node has.
final class FitExplanation {
    private final Requests requests;
    private final Nodes nodes;

    FitExplanation(Requests requests, Nodes nodes) {
        this.requests = requests;
        this.nodes = nodes;
    }

    RejectionDetails of(Reject why, NodeView node) {
        var facts = new ArrayList<RejectionFact>();
        var advice = new LinkedHashSet<String>();
        for (String reason : why.reasons()) {
            boolean pods = reason.equals(FitFilter.TOO_MANY_PODS);
            if (!pods && !reason.startsWith(FitFilter.INSUFFICIENT)) {
                continue; // Another plugin's, if all filters run on every node.
            }
            Resource resource =
                    pods
                            ? Resource.PODS
                            : nodes.resource(reason.substring(FitFilter.INSUFFICIENT.length()));
            long requested = pods ? 1 : requests.amount(resource.name());
            int sources = nodesWith(resource, 1);
            boolean tooLarge = requested > node.allocatable(resource);
            facts.add(
                    RejectionFact.ofPod("resource", resource.name())
                            .with("requested", requested)
                            .with("free", node.free(resource))
                            .with("allocatable", node.allocatable(resource))
                            .with("nodesWithResource", sources)
                            .with("emptyNode", tooLarge ? "insufficient" : "sufficient"));
            advice.add(advice(resource, requested, sources, tooLarge));
        }
        return new RejectionDetails(facts, advice.stream().toList());
    }

    private String advice(Resource resource, long requested, int sources, boolean tooLarge) {
        String name = resource.name();
        if (sources == 0) {
            return ("add a node that has %s, or check the device plugin or the node setting that"
                            + " provides it: no node has this resource")
                    .formatted(name);
        }
        if (resource.equals(Resource.PODS)) {
            return "delete pods, raise the maximum number of pods of the kubelet (maxPods), or add"
                    + " a node";
        }
        if (nodesWith(resource, requested) == 0) {
            return ("reduce the pod's request for %s, or add a larger node: the pod would not fit"
                            + " on any node even if it were empty")
                    .formatted(name);
        }
        return tooLarge
                ? ("free %s on a larger node, or reduce the pod's request: some nodes are too small"
                                + " even when they are empty")
                        .formatted(name)
                : "reduce the pod's request for %s, delete pods, or add a node".formatted(name);
    }

    /// The number of nodes whose allocatable amount is at least `amount`.
    private int nodesWith(Resource resource, long amount) {
        LongColumn allocatable = nodes.allocatable(resource);
        NodeSet all = nodes.all();
        int count = 0;
        for (int word = 0; word < all.words(); word++) {
            count += Long.bitCount(all.word(word) & ~allocatable.below(word, amount));
        }
        return count;
    }
}
