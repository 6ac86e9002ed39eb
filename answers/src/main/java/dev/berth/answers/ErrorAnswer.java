package dev.berth.answers;

import java.util.Optional;

/// The answer with a status of 400 and above.
public record ErrorAnswer(
        @Doc("what is wrong and how to fix it") String error,
        @Doc("identity of the leading replica, from a standby; empty while there is none")
                Optional<String> leader) {}
