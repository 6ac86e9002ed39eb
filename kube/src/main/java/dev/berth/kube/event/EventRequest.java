package dev.berth.kube.event;

import dev.berth.kubeclient.http.ApiRequest;

/// A request that is to be sent now; how it ended is told to [EventRecorder#answered].
public final class EventRequest {
    /// Why it is sent.
    enum Purpose {
        DISCOVER,
        CREATE,
        PATCH
    }

    private final Purpose purpose;
    private final RecordedEvent entry;
    private final ApiRequest request;

    EventRequest(Purpose purpose, RecordedEvent entry, ApiRequest request) {
        this.purpose = purpose;
        this.entry = entry;
        this.request = request;
    }

    Purpose purpose() {
        return purpose;
    }

    RecordedEvent entry() {
        return entry;
    }

    public ApiRequest request() {
        return request;
    }

    @Override
    public String toString() {
        return request.toString();
    }
}
