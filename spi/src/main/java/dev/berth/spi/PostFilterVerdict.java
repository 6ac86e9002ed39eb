package dev.berth.spi;

import java.util.List;

/// What a post filter achieved.
public sealed interface PostFilterVerdict {
    /// The pod will fit once the writes are done.
    record Helped(Nomination nomination, List<Write> writes) implements PostFilterVerdict {
        public Helped {
            writes = List.copyOf(writes);
        }
    }

    /// It did not help; the next post filter is asked unless `why` is beyond hope.
    record NoHelp(Reject why, Nomination nomination) implements PostFilterVerdict {}
}
