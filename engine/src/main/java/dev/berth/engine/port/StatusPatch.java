package dev.berth.engine.port;

import dev.berth.model.Condition;
import dev.berth.model.json.Json;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;

import java.util.Optional;

/// The patch of a pod's status: the differences from the pod as last seen, if there are any.
public final class StatusPatch {
    private StatusPatch() {}

    /// @param now the time in the format of the API
    public static Optional<Json.Obj> of(Write.PatchPodStatus write, String now) {
        Json.Obj status = Json.Obj.EMPTY;
        if (write.condition().isPresent()) {
            Condition condition = write.condition().get();
            Optional<Condition> before = write.pod().status().condition(condition.type());
            if (before.isEmpty() || changed(before.get(), condition)) {
                status =
                        status.with(
                                "conditions",
                                Json.arr(tree(condition, since(before, condition, now))));
            }
        }
        // The pod as last seen can be older than the last write, so the nomination is always
        // written.
        if (write.nomination() instanceof Nomination.Nominate(var node)) {
            status =
                    status.with(
                            "nominatedNodeName", node.isEmpty() ? Json.Null.NULL : Json.of(node));
        }
        if (status.fields().isEmpty()) {
            return Optional.empty();
        }
        // Differs: kube-scheduler's patch contains no UID, so it can change another pod of the same
        // name.
        Json.Obj metadata = Json.Obj.of("uid", Json.of(write.pod().uid()));
        return Optional.of(Json.Obj.of("metadata", metadata).with("status", status));
    }

    // Parity: UpdatePodCondition does not treat another observed generation alone as a change.
    private static boolean changed(Condition before, Condition after) {
        return !before.status().equals(after.status())
                || !before.reason().equals(after.reason())
                || !before.message().equals(after.message());
    }

    private static String since(Optional<Condition> before, Condition after, String now) {
        boolean same = before.isPresent() && before.get().status().equals(after.status());
        return (same ? before.get() : after).lastTransition().map(Object::toString).orElse(now);
    }

    private static Json.Obj tree(Condition condition, String since) {
        return Json.Obj.EMPTY
                .with("type", condition.type())
                .with("status", condition.status())
                .with("reason", condition.reason())
                .with("message", condition.message())
                .with("lastProbeTime", Json.Null.NULL)
                .with("lastTransitionTime", since)
                .with("observedGeneration", condition.observedGeneration());
    }
}
