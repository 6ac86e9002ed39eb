package dev.berth.spi;

import java.util.List;

/// Sets things aside for a pod on the node chosen for it, and gives them back.
public interface Reserve extends Plugin {
    Verdict reserve(PodCycle cycle, NodeView node);

    /// What the pod gets on the node besides room, in words for people, such as which volume for
    /// which claim. Asked for the record of the decision; changes nothing.
    default List<String> describeReservation(PodCycle cycle, NodeView node) {
        return List.of();
    }

    /// Called for every reserve plugin, in reverse order, whenever the attempt fails later, also if
    /// its own [#reserve] was never called: must be idempotent.
    void unreserve(Placement placement);
}
