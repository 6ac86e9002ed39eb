package dev.berth.spi;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;

/// Reserves resources that the plugin manages for a pod on its node (kube-scheduler:
/// `ReservePlugin`).
public interface Reserve extends Plugin {
    /// Reserves the resources. Called on the scheduling thread after the pod is assumed; must not
    /// block. A rejection or an exception fails the attempt.
    Verdict reserve(PodCycle cycle, NodeView node);

    /// Describes what the pod gets on the node besides the resources of its requests, such as the
    /// volume of each claim. The text is part of the decision trace. Must have no side effects.
    default List<String> describeReservation(PodCycle cycle, NodeView node) {
        return List.of();
    }

    /// The devices that the pod gets on the node, by the key of the claim (`namespace/name`), in
    /// the form of the decision record. Must have no side effects.
    default Map<String, Json.Obj> describeClaims(PodCycle cycle, NodeView node) {
        return Map.of();
    }

    /// Releases the resources (kube-scheduler: `Unreserve`). When an attempt fails after Reserve,
    /// the engine calls this method on the scheduling thread for every reserve plugin, in reverse
    /// order, even if [#reserve] was not called. The method must be idempotent.
    void unreserve(Placement placement);
}
