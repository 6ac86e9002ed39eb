package dev.berth.apiserver;

import dev.berth.controlplane.store.StatusError;

/// Rejects a request with a `Status`. Kubernetes: `StatusError`.
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
