package dev.berth.spi;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What a post filter achieved.
public sealed interface PostFilterVerdict {
    /// The pod will fit once what the plugin set in motion is done.
    record Success(Nomination nomination, Optional<Preemption> preemption)
            implements PostFilterVerdict {}

    /// Extenders are to be heard first: `then` decides by what they leave of the plans.
    ///
    /// Meanwhile other pods are scheduled, so what was true of nodes may have changed.
    record CallExtenders(
            List<PreemptionPlan> plans, Function<List<PreemptionPlan>, PostFilterVerdict> then)
            implements PostFilterVerdict {
        public CallExtenders {
            plans = List.copyOf(plans);
        }
    }

    /// It did not help; the next post filter is asked unless `why` is beyond hope.
    record Failure(Reject why, Nomination nomination) implements PostFilterVerdict {}
}
