package dev.berth.kube.event;

import dev.berth.kubeclient.http.ApiRequest;

/// A request to send now. The sender reports its outcome to [EventRecorder#answered].
public final class EventRequest {
    /// The purpose of the request.
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
