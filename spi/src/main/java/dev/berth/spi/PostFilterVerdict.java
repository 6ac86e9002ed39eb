package dev.berth.spi;

import java.util.Optional;

/// What a post filter achieved.
public sealed interface PostFilterVerdict {
    /// The pod will fit once what the plugin set in motion is done.
    record Helped(Nomination nomination, Optional<Preemption> preemption)
            implements PostFilterVerdict {}

    /// It did not help; the next post filter is asked unless `why` is beyond hope.
    record NoHelp(Reject why, Nomination nomination) implements PostFilterVerdict {}
}
