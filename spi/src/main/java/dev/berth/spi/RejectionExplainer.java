package dev.berth.spi;

/// Explains the rejections of a plugin with facts and advice, for `berth explain`, `berth why-not`,
/// `berth decide` and the dashboard. A plugin implements it in addition to [Filter] or
/// [PreEnqueue].
///
/// The scheduler calls it only to answer such queries, never to schedule a pod, so it can look up
/// what the filter itself does not need. The methods are called on the scheduling thread in a dry
/// run ([PodCycle#dryRun]) and must not block. If a method throws an exception, the answer contains
/// the reasons without facts.
public interface RejectionExplainer extends Plugin {
    /// Explains why the plugin rejects a node.
    ///
    /// @param why the rejection that the plugin returned for the node
    /// @param node the rejected node, including the pods that are nominated to it if the rejection
    ///   is due to them
    default RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return RejectionDetails.NONE;
    }

    /// Explains why the plugin rejects the pod as a whole, in PreFilter or PreEnqueue.
    ///
    /// @param why the rejection that the plugin returned for the pod
    default RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return RejectionDetails.NONE;
    }
}
