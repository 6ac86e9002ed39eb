package dev.berth.answers;

import java.util.List;

/// The answer of `queue`: pending pods by scheduling state.
public record QueueAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("the states, or the requested one") List<QueueStateItem> states) {}
