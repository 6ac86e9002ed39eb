package dev.berth.controlplane.store;

import dev.berth.model.Condition;
import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.model.PodStatus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// Creates the decoded form of a bound pod from its form before the binding. Binds are the most
/// frequent writes, and decoding the pod again would cost more than the bind.
final class BoundPod {
    private static final String SCHEDULED = "PodScheduled";

    private BoundPod() {}

    /// Equals the decoded JSON of the bound pod, for a binding that sets only the node.
    static Pod of(Pod before, String node, Instant now, long revision) {
        return new Pod(
                meta(before.meta(), revision),
                before.spec().withNodeName(node),
                status(before.status(), now));
    }

    private static Meta meta(Meta meta, long revision) {
        return new Meta(
                meta.name(),
                meta.namespace(),
                meta.uid(),
                Long.toString(revision),
                meta.generation(),
                meta.created(),
                meta.deleted(),
                meta.labels(),
                meta.annotations(),
                meta.owners(),
                meta.finalizers());
    }

    private static PodStatus status(PodStatus status, Instant now) {
        var conditions = new ArrayList<Condition>(status.conditions().size() + 1);
        int place = status.conditions().size();
        Optional<Instant> since = Optional.of(now);
        for (Condition other : status.conditions()) {
            if (other.type().equals(SCHEDULED)) {
                place = conditions.size();
                boolean same = other.status().equals("True") && other.lastTransition().isPresent();
                since = same ? other.lastTransition() : Optional.of(now);
            } else {
                conditions.add(other);
            }
        }
        conditions.add(
                Math.min(place, conditions.size()),
                new Condition(SCHEDULED, "True", "", "", since, 0));
        return new PodStatus(
                status.phase(),
                "",
                status.startTime(),
                conditions,
                status.containers(),
                status.resources(),
                status.allocated(),
                status.claimStatuses());
    }
}
