package dev.berth.apiserver;

import dev.berth.sim.store.Refusal;

/// Ends the reading of a request that cannot be granted.
final class Unwelcome extends RuntimeException {
    private final transient Refusal why;

    Unwelcome(Refusal why) {
        super(why.message(), null, false, false);
        this.why = why;
    }

    Refusal why() {
        return why;
    }
}
