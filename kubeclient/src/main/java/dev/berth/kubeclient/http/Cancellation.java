package dev.berth.kubeclient.http;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Cancels requests from another thread: those on the way, and all later ones. A watch whose head
/// has arrived is not cancelled; close its body.
public final class Cancellation {
    private final Set<Deadline> requests = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    public void cancel() {
        cancelled = true;
        requests.forEach(Deadline::cancel);
    }

    void began(Deadline request) throws IOException {
        requests.add(request);
        if (cancelled) {
            throw new NotSentException("the request was cancelled");
        }
    }

    void ended(Deadline request) {
        requests.remove(request);
    }
}
