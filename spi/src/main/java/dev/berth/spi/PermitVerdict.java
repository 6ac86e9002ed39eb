package dev.berth.spi;

import java.time.Duration;
import java.util.List;

/// What a permit plugin says.
public sealed interface PermitVerdict {
    PermitVerdict ALLOW = new Allow();

    record Allow() implements PermitVerdict {}

    /// Hold the pod until someone allows or rejects it, at most so long (15 minutes at most).
    record Wait(Duration atMost, List<String> reasons) implements PermitVerdict {
        public Wait {
            reasons = List.copyOf(reasons);
        }
    }

    record Deny(Reject why) implements PermitVerdict {}
}
