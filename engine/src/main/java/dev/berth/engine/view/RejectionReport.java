package dev.berth.engine.view;

import dev.berth.spi.RejectionDetails;

import java.util.Collections;
import java.util.SortedMap;

/// The facts and the advice of plugins for the rejections of a dry run.
///
/// @param ofPod for the rejection of the pod as a whole
/// @param byNode for the rejections of nodes, by node name
public record RejectionReport(RejectionDetails ofPod, SortedMap<String, RejectionDetails> byNode) {
    public static final RejectionReport NONE = ofPod(RejectionDetails.NONE);

    public RejectionReport {
        byNode = ImmutableCopies.of(byNode);
    }

    public static RejectionReport ofPod(RejectionDetails details) {
        return new RejectionReport(details, Collections.emptySortedMap());
    }

    /// The details of the rejection of one node.
    public RejectionDetails ofNode(String node) {
        return byNode.getOrDefault(node, RejectionDetails.NONE);
    }
}
