package dev.berth.apiserver;

import dev.berth.controlplane.store.StatusError;

/// Ends the reading of a request that cannot be granted.
final class ApiStatusException extends RuntimeException {
    private final transient StatusError why;

    ApiStatusException(StatusError why) {
        super(why.message(), null, false, false);
        this.why = why;
    }

    StatusError why() {
        return why;
    }
}
