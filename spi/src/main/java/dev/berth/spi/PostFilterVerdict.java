package dev.berth.spi;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The result of a post filter (kube-scheduler: `PostFilterResult`).
public sealed interface PostFilterVerdict {
    /// The pod will fit after the actions that the plugin started. The engine updates the
    /// nomination and retries the pod after an event.
    ///
    /// @param message describes the actions, at the end of the pod's event; can be empty
    record Success(Nomination nomination, Optional<Preemption> preemption, String message)
            implements PostFilterVerdict {
        public Success(Nomination nomination, Optional<Preemption> preemption) {
            this(nomination, preemption, "");
        }
    }

    /// The extenders that support preemption must check the plans first. The engine calls `then` on
    /// the scheduling thread with the plans that the extenders return.
    ///
    /// Other pods are scheduled in the meantime, so `then` must not rely on the earlier state of
    /// the nodes.
    record CallExtenders(
            List<PreemptionPlan> plans, Function<List<PreemptionPlan>, PostFilterVerdict> then)
            implements PostFilterVerdict {
        public CallExtenders {
            plans = List.copyOf(plans);
        }
    }

    /// The plugin cannot help the pod. The next post filter runs unless the code of `why` is
    /// [RejectCode#UNSCHEDULABLE_AND_UNRESOLVABLE].
    record Failure(Reject why, Nomination nomination) implements PostFilterVerdict {}

    /// The plugin cannot run in this attempt, for example because an earlier plugin rejected the
    /// pod in PreFilter (kube-scheduler: a `Status` with the code `Error`). No other post filter
    /// runs, and the pod keeps its nomination and its diagnosis, to which `message` is added.
    ///
    /// In contrast to an exception, this is an expected result: it is neither logged nor counted as
    /// a failure of the plugin.
    record Aborted(String message) implements PostFilterVerdict {}
}
